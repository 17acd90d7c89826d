import { at } from '../config/strapi/settings.js'
import type { BesideSettings } from './settings/beside-settings.js'

/** Returns what a project should change so that Strapi and this server work well together. */
export function startHints({ server, config }: Pick<BesideSettings, 'server' | 'config'>): readonly string[] {
  const proxy = at(server.value, 'proxy')
  const hints: string[] = []
  if (proxy !== true && at(proxy, 'koa') !== true) {
    hints.push(
      `${server.file}: set "proxy: true". Without it, Strapi takes this server for the client of all requests, so all clients share one limit of sign-ins.`,
    )
  } else if (config.trustProxy === 0) {
    hints.push(
      'The X-Forwarded-* headers of clients are replaced. If a proxy is in front of this server, set trustProxy to 1 in content-api.config.',
    )
  }
  return hints
}
