import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../packages/sdk', import.meta.url))

/** Returns the size of a minified and gzipped browser bundle, in kilobytes of 1024 bytes. */
async function kilobytes(code: string, external: readonly string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: [...external],
    write: false,
  })
  const [bundle] = outputFiles
  return gzipSync(bundle?.contents ?? new Uint8Array(), { level: 9 }).length / 1024
}

/** The exports that count as the REST core: the client, and all error classes that an application may check. */
const core = 'AbortError, ApiError, createClient, NetworkError, QueryError, ResponseShapeError, SdkError, TimeoutError'
const clientWith = (names = '') => `export { ${core}${names} } from '@content-api/sdk'`

type Size = 'core' | 'withOfetch' | 'withAccounts' | 'strapi5' | 'queryString' | 'graphql' | 'webhooks' | 'changes'

/** The sizes of typical imports, from the build in `dist`. */
export async function measureSizes(): Promise<Record<Size, number>> {
  const core = await kilobytes(clientWith(), ['ofetch'])
  return {
    core,
    withOfetch: await kilobytes(clientWith()),
    withAccounts: await kilobytes(clientWith(', auth, upload')),
    strapi5: await kilobytes(`${clientWith()}; export { strapi5 } from '@content-api/sdk/strapi5'`, ['ofetch']),
    queryString: await kilobytes("export { stringify } from '@content-api/sdk/query-string'"),
    webhooks: await kilobytes("export { verifyWebhook } from '@content-api/sdk/webhooks'"),
    changes: (await kilobytes(clientWith(', changes'), ['ofetch'])) - core,
    graphql: (await kilobytes(clientWith(', graphql'), ['ofetch'])) - core,
  }
}
