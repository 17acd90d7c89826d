import { fileURLToPath } from 'node:url'

/**
 * The command as it is published. `packages/server/scripts/bundle.mjs` writes it before the tests, from the
 * compiled sources.
 */
export const commandFile = fileURLToPath(new URL('../../bundle/bin/content-api.js', import.meta.url))
