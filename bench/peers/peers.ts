import { startBesideStrapi } from './beside-strapi.js'
import { startConstant } from '../server/processes.js'
import type { Comparison, PeerName } from './comparisons.js'
import { directusPackages, startDirectus } from './directus.js'
import { startOnManyRows } from './many-rows.js'
import type { PeerPackages } from './peer-packages.js'
import { postgraphilePackages, startPostgraphile } from './postgraphile.js'
import { type Say, startOurs, startStrapi4 } from './servers.js'
import type { Closing, Setup, Side } from './side.js'
import { startStrapi5, strapi5Packages } from './strapi5.js'

type StartPeer = (setup: Setup, closing: Closing, say: Say) => Promise<Side>

const startPeer: Readonly<Record<Exclude<PeerName, 'few-rows' | 'beside-strapi4' | 'beside-strapi5'>, StartPeer>> = {
  strapi4: startStrapi4,
  strapi5: startStrapi5,
  directus: startDirectus,
  postgraphile: startPostgraphile,
  constant: startConstantSide,
}

/** The peers that are only measured if they are installed. */
export const optionalPeers: Partial<Record<PeerName, PeerPackages>> = {
  strapi5: strapi5Packages,
  directus: directusPackages,
  postgraphile: postgraphilePackages,
}

/** Whether the responses of a peer must hold the same content as ours. */
export const hasSameContent = (peer: PeerName): boolean => peer !== 'constant' && peer !== 'few-rows'

/** Starts this server and the peer of a comparison. */
export async function startSides(
  { peer, setup }: Comparison,
  closing: Closing,
  say: Say,
): Promise<readonly [Side, Side]> {
  if (peer === 'few-rows') return startOnManyRows(closing)
  if (peer === 'beside-strapi4') return startBesideStrapi(4, setup, closing, say)
  if (peer === 'beside-strapi5') return startBesideStrapi(5, setup, closing, say)
  return [await startOurs(setup, closing), await startPeer[peer](setup, closing, say)]
}

async function startConstantSide(_: Setup, closing: Closing): Promise<Side> {
  const running = await startConstant()
  closing.push(() => running.stop())
  return {
    name: 'constant',
    url: running.url,
    headers: {},
    processorTime: () => running.processorTime(),
    call: () => ({ method: 'GET', path: '/' }),
    read: () => ({ entries: [] }),
  }
}
