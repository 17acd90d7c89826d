import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModuleOptions } from '../options.js'
import { clientCode } from './client-code.js'
import { contentTypesCode } from './content-types-code.js'
import type { Nuxt, Template } from './nuxt.js'
import { PROXY } from '../runtime/names.js'

const runtime = fileURLToPath(new URL('../runtime', import.meta.url))
const composables = ['useContentApi', 'useContentUser', 'useFind', 'useFindOne', 'useFirst', 'useSingle', 'mediaImage']

/** Adds the plugins, composables, templates and settings of the module to an application. */
export async function setUp(inlineOptions: ModuleOptions, instance: object): Promise<void> {
  const nuxt = instance as Nuxt
  const options: ModuleOptions = { ...nuxt.options.contentApi, ...inlineOptions }
  const { url = 'http://localhost:1337', serverUrl = '', token = '', auth = 'token' } = options
  const isStatic = nuxt.options.nitro.static === true || nuxt.options._generate === true
  const isProxied = options.proxy ?? !isStatic
  nuxt.options.runtimeConfig.public['contentApi'] = { url, auth: String(auth) }
  nuxt.options.runtimeConfig['contentApi'] = { url: serverUrl, token }

  nuxt.options.build.transpile.push(runtime)
  // Nuxt compiles the application again if it finds a dependency late.
  const optimized = (nuxt.options.vite.optimizeDeps ??= {})
  const parts = ['', '/frameworks', '/media', ...(options.api === 'strapi5' ? ['/strapi5'] : [])]
  optimized.include = [...(optimized.include ?? []), ...parts.map((part) => `@content-api/sdk${part}`)]
  // Errors in the payload are revived before the plugin of Nuxt that reads it.
  nuxt.options.plugins.unshift({ src: join(runtime, 'payload-plugin.js') })
  nuxt.options.plugins.push({ src: join(runtime, 'client-plugin.js') })
  nuxt.hook('imports:extend', (imports) => {
    imports.push(...composables.map((name) => ({ name, from: join(runtime, 'composables.js') })))
  })
  const images = (nuxt.options.image ??= {})
  images.providers = { contentApi: { provider: join(runtime, 'image-provider.js') }, ...images.providers }

  if (isProxied) {
    nuxt.options.serverHandlers.push({
      route: `${PROXY}/**`,
      handler: fileURLToPath(new URL('../proxy/handler.js', import.meta.url)),
    })
  }
  addTemplate(nuxt, 'content-api.mjs', () => clientCode(options, isProxied))
  const types = addTemplate(nuxt, 'types/content-api.d.ts', async () => contentTypesCode(options, nuxt.options))
  nuxt.options.alias['#content-api'] = types.dst.replace(/\.d\.ts$/, '')
  nuxt.hook('prepare:types', ({ references }) => {
    references.push({ path: types.dst })
  })
}

function addTemplate({ options }: Nuxt, filename: string, getContents: Template['getContents']): Template {
  const template = { filename, dst: join(options.buildDir, filename), write: true, getContents }
  options.build.templates.push(template)
  return template
}
