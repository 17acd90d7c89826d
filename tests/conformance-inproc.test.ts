import { conformance } from '../packages/conformance/src/adapters/vitest.js'
import { openReference } from '../scripts/lib/reference-target.mjs'

/** The library that extensions get to build types. */
interface Library {
  readonly nexus: { objectType(options: object): unknown; plugin(options: object): unknown }
}

/**
 * The GraphQL extension interface of the server (§4.6 of the specification). No URL reaches it, so each
 * scenario starts its own server in this process.
 */
conformance('the extension interface of the server', {
  setup: async () => {
    const { api, configuration } = await openReference()
    const capabilities = { ...configuration.capabilities, inproc: true }
    return {
      fetch: (request) => api.fetch(request),
      configuration: { ...configuration, capabilities, timeout: 60_000 },
    }
  },
  strict: true,
  inproc: {
    start: async (extend) => {
      const { api, close } = await openReference({
        register: ({ strapi }) => extend(strapi.plugin('graphql').service('extension')),
      })
      return { fetch: (request) => api.fetch(request), close }
    },
    makeType: (library, name) =>
      (library as Library).nexus.objectType({
        name,
        definition: (type: { string(name: string): void }) => type.string('word'),
      }),
    makePlugin: (library, seen) => (library as Library).nexus.plugin({ name: 'seen', onInstall: () => seen() }),
  },
  selection: { only: ['inproc.*'] },
})
