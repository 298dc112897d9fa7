import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'

/** What a browser runs on, by how it calls itself. */
export function DeviceIcon({ agent }: { agent: string }) {
  const Icon = /Mobi|Android|iPhone/.test(agent) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size={22} stroke={1.5} aria-hidden />
}
