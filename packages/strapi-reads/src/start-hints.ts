import { at } from '@content-api/project-files/strapi/settings'
import type { BesideSettings } from './settings/beside-settings.js'

/** The settings of `config/server` with which Koa takes the addresses of clients from a proxy. */
const proxySettings = {
  4: { text: 'proxy: true', isSet: (proxy: unknown) => proxy === true || at(proxy, 'koa') === true },
  // Strapi 5 reads nothing else of `proxy` for that.
  5: { text: 'proxy: { koa: true }', isSet: (proxy: unknown) => at(proxy, 'koa') === true },
}

/** Returns what a project should change so that Strapi and this server work well together. */
export function startHints({
  version,
  server,
  config,
}: Pick<BesideSettings, 'version' | 'server' | 'config'>): readonly string[] {
  const { text, isSet } = proxySettings[version]
  if (!isSet(at(server.value, 'proxy'))) {
    return [
      `${server.file}: set "${text}". Without it, Strapi takes this server for the client of all requests, so all clients share one limit of sign-ins.`,
    ]
  }
  if (config.trustProxy > 0) return []
  return [
    'The X-Forwarded-* headers of clients are replaced. If a proxy is in front of this server, set trustProxy to 1 in content-api.config.',
  ]
}
