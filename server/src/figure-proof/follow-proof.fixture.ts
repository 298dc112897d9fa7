import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import type { FastifyInstance } from 'fastify'

/** Opens the address that says where a figure comes from, as somebody. Throws where it leads to no figure. */
export async function followProof(
  app: FastifyInstance,
  headers: { readonly authorization: string },
  address: string,
): Promise<FigureProof> {
  const [screen = '', survey = '', path = '', indicator = ''] = new URL(address).pathname.slice(1).split('/')
  if (!pathTo('proof', { survey: 's', drillPath: 'p', indicator: 'i' }).startsWith(`/${screen}/`))
    throw new Error(address)
  const reply = await app.inject({ url: `/api/result/proof/${survey}/${path}/${indicator}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${address}: ${reply.body}`)
  return reply.json()
}
