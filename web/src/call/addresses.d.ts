/** Made by `web/addresses.ts` from the contract. */
declare module 'virtual:addresses' {
  export const addresses: Readonly<Record<string, import('./address.ts').Address>>
}
