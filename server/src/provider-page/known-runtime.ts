// While it is loaded, `oidc-provider` warns of every Node older than its author's; its tests here run on ours.
const { warn } = console
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).includes('Unsupported runtime')) warn(...parts)
}
setImmediate(() => {
  console.warn = warn
})
