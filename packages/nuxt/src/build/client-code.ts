import type { ModuleOptions } from '../options.js'

/**
 * Returns the code of `#build/content-api.mjs`, which imports the parts of the SDK that the options select,
 * so that bundles contain no others.
 */
export function clientCode({ api = 'strapi4', auth = 'token' }: ModuleOptions, isProxied: boolean): string {
  const signIn = auth === 'sessions' ? 'refreshSessions' : 'auth'
  return [
    ...(api === 'strapi5' ? ["import { strapi5 } from '@content-api/sdk/strapi5'"] : []),
    ...(auth === false ? [] : [`import { ${signIn} } from '@content-api/sdk'`]),
    `export const options = { ${api === 'strapi5' ? 'api: strapi5()' : ''} }`,
    `export const signIn = ${auth === false ? 'undefined' : signIn}`,
    `export const isProxied = ${isProxied}`,
    '',
  ].join('\n')
}
