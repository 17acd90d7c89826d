import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles the build in `dist`. Returns the bundle and the modules that it imports. */
async function bundle(code: string, conditions: string[] = [], external: string[] = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions,
    external,
    minifySyntax: true,
    metafile: true,
    write: false,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  return { text: outputFiles[0]?.text ?? '', imports }
}

const everything =
  "export * from '@content-api/sdk'; export * from '@content-api/sdk/query-string'; export * from '@content-api/sdk/strapi5'; export * from '@content-api/sdk/media'; export * from '@content-api/sdk/webhooks'; export * from '@content-api/sdk/frameworks'"

describe('a bundle', () => {
  it.each([
    ['browsers', ['browser']],
    ['Cloudflare Workers', ['workerd', 'worker', 'browser']],
    ['Vercel Edge', ['edge-light', 'browser']],
    ['React Native', ['react-native']],
  ])('for %s imports no modules of Node', async (_, conditions) => {
    const { imports, text } = await bundle(everything, conditions)
    expect(imports).toEqual([])
    expect(text).not.toMatch(/\brequire\(|\bprocess\b|\bBuffer\b/)
  })

  it('for Node imports no built-in modules itself', async () => {
    const { imports } = await bundle(everything, ['node'], ['ofetch'])
    expect(imports.filter((path) => path.startsWith('node:') || builtinModules.includes(path))).toEqual([])
  })

  it('contains only what is used', async () => {
    const core = await bundle("export { createClient } from '@content-api/sdk'")
    for (const unused of [
      '/auth/local',
      '/upload',
      '/users',
      'OperationDefinition',
      'structuredClone',
      'Set-Cookie',
      'localStorage',
      'The stream of changes',
      'if-match',
      // Of the API of Strapi 5.
      'must be the documentId',
      'discard-draft',
      'Strapi-Response-Format',
      'is set by Strapi 5',
    ]) {
      expect(core.text).not.toContain(unused)
    }
    const media = await bundle("export { mediaURL } from '@content-api/sdk/media'")
    for (const unused of ['fetch', 'filters', 'srcset']) expect(media.text).not.toContain(unused)
  })

  it('warns only in development', async () => {
    const client = "export { createClient } from '@content-api/sdk'"
    expect((await bundle(client, ['development', 'browser'])).text).toContain('is populated but missing')
    for (const conditions of [['production', 'browser'], ['browser'], ['workerd']]) {
      expect((await bundle(client, conditions)).text).not.toContain('is populated but missing')
    }
    const { text } = await bundle(client, ['node'], ['ofetch'])
    expect(text).toMatch(/process\.env\.NODE_ENV/)
  })
})
