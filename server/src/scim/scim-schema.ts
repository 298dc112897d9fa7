import { notThere } from './scim-fault.ts'
import { groupUrn } from './scim-group-attribute.ts'
import { userUrn } from './scim-user-attribute.ts'

type Attribute = { readonly name: string; readonly [field: string]: unknown }

const attribute = (name: string, description: string, more: object = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const readOnly = { mutability: 'readOnly' }
const externalId = attribute('externalId', 'What the directory calls it', { caseExact: true })

const userAttributes = [
  attribute('userName', 'The name to sign in with, of one account only', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('name', 'The name of a person', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Given and family name', readOnly),
      attribute('givenName', 'Given name'),
      attribute('familyName', 'Family name'),
    ],
  }),
  attribute('displayName', 'Given and family name; heard where there is no name'),
  attribute('active', 'False: may not sign in to this universe', { type: 'boolean' }),
  attribute('locale', 'Language'),
  attribute('emails', 'The mail address; the primary one is kept', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Mail address'),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { ...readOnly, type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups that the directory put the user into', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group', readOnly),
      attribute('display', 'Its name', readOnly),
      attribute('$ref', 'Its address', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The name of a role, and its places as “ROLE @ PLACE | PLACE”', {
    required: true,
    uniqueness: 'server',
  }),
  externalId,
  attribute('members', 'Who has the role by the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { mutability: 'immutable', caseExact: true }),
      attribute('type', 'Always User', { ...readOnly, canonicalValues: ['User'] }),
      attribute('$ref', 'Its address', { ...readOnly, type: 'reference', referenceTypes: ['User'] }),
    ],
  }),
]

const coreUrn = 'urn:ietf:params:scim:schemas:core:2.0'

const schema = (base: string, id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: [`${coreUrn}:Schema`],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})
const resourceType = (base: string, id: string, urn: string) => ({
  schemas: [`${coreUrn}:ResourceType`],
  id,
  name: id,
  endpoint: `/${id}s`,
  description: id,
  schema: urn,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
})

/** What this SCIM can do, as directories ask for it. */
export const described = (base: string, mostPerPage: number) => ({
  ServiceProviderConfig: {
    schemas: [`${coreUrn}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostPerPage },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        primary: true,
        description: 'A token of this universe, made by an administrator or at the command line',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  },
  ResourceTypes: [resourceType(base, 'User', userUrn), resourceType(base, 'Group', groupUrn)],
  Schemas: [schema(base, userUrn, 'User', userAttributes), schema(base, groupUrn, 'Group', groupAttributes)],
})

/** The one of this id. Throws ScimFault 404. */
export function oneOf<Described extends { readonly id: string }>(all: readonly Described[], id: string): Described {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw notThere()
  return found
}
