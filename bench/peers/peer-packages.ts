import { installOnce, isCached } from '../../scripts/lib/cached-packages.mjs'
import type { Say } from './servers.js'

/** The packages of a peer, with exact versions. */
export interface PeerPackages {
  readonly name: string
  /** The folder of the cache that holds them. */
  readonly group: 'peers' | 'strapi'
  readonly manifest: {
    readonly dependencies: Readonly<Record<string, string>>
    readonly overrides?: Readonly<Record<string, string>>
  }
  /** The only packages whose install scripts run; without it, all of them do. */
  readonly scriptsOf?: readonly string[]
  /** The size of the installed packages. */
  readonly megabytes: number
}

/** The Node that PostGraphile and Directus need, as a package. */
export const node22 = { node: '22.23.3' }

export const isInstalled = ({ group, manifest }: PeerPackages): boolean => isCached(group, manifest)

/** Installs a peer unless an earlier run did. Returns its folder. */
export const installPeer = ({ name, group, manifest, megabytes, scriptsOf }: PeerPackages, say: Say): Promise<string> =>
  installOnce(group, manifest, { title: name, note: `${megabytes} MB`, scriptsOf, say })
