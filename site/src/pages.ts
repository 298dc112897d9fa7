/** A page of the site: its name in addresses, and the document of the repository that it is made from. */
export type SitePage = { readonly name: string; readonly source: string }
export type SiteSection = { readonly title: string; readonly pages: readonly SitePage[] }

const doc = (name: string): SitePage => ({ name, source: `docs/${name}.md` })
const section = (title: string, ...names: readonly string[]): SiteSection => ({ title, pages: names.map(doc) })

/** The page that the site opens with. */
export const home: SitePage = { name: 'index', source: 'docs/about.md' }

/** Every call, made of what a running Kaiku says of itself. */
export const calls: SitePage = { name: 'calls', source: 'docs/calls' }

/** Every document that is published, in the order of the menu. */
export const sections: readonly SiteSection[] = [
  section('Start', 'tour', 'comparison', 'installing', 'import', 'demo'),
  section('Surveys and places', 'configuration', 'places', 'forms', 'scripts', 'effects', 'integrity'),
  section('Figures', 'indicators', 'protection', 'sql', 'data-files', 'benchmarks'),
  section('Asking and acting', 'campaigns', 'mail', 'reports', 'schedules', 'big-screen', 'offline', 'system-messages'),
  section('People', 'users', 'keycloak', 'scim', 'usage', 'retention'),
  { title: 'Programs', pages: [doc('api'), calls, doc('webhooks')] },
  section('Running Kaiku', 'operating', 'scale', 'backup', 'watching', 'siege'),
  section('Security', 'threat-model', 'attacks', 'asvs', 'trials'),
  {
    title: 'Building Kaiku',
    pages: [
      { name: 'architecture', source: 'ARCHITECTURE.md' },
      { name: 'contributing', source: 'CONTRIBUTING.md' },
      doc('glossary'),
    ],
  },
]

/** Every page that is made of a document. */
export const pages: readonly SitePage[] = [home, ...sections.flatMap((one) => one.pages)].filter((one) => one !== calls)
