import { allScenarios, ledger, run } from '../../packages/conformance/dist/index.js'
import { openReference } from './reference-target.mjs'

/** Connects the suite to the GraphQL extension interface of the reference server (§4.6 of the specification). */
export const referenceInproc = {
  start: async (extend) => {
    const { api, close } = await openReference({
      register: ({ strapi }) => extend(strapi.plugin('graphql').service('extension')),
    })
    return { fetch: (request) => api.fetch(request), close }
  },
  makeType: (library, name) => library.nexus.objectType({ name, definition: (type) => type.string('word') }),
  makePlugin: (library, seen) => library.nexus.plugin({ name: 'seen', onInstall: () => seen() }),
}

/**
 * Runs the suite against the reference server, one scenario at a time. Resolves to an example for each
 * verified clause: `{ [clause]: { scenario, method, path, body?, status, response? } }`. Every run returns
 * the same examples. All scenarios of the GraphQL extension interface run, because no URL reaches it.
 *
 * @throws Error if a scenario doesn't pass
 */
export async function recordExamples() {
  const chosen = chooseScenarios()
  const { api, configuration, close } = await openReference()
  const results = []
  try {
    const capabilities = { ...configuration.capabilities, inproc: true }
    for await (const result of run({
      fetch: (request) => api.fetch(request),
      inproc: referenceInproc,
      configuration: { ...configuration, capabilities, concurrency: 1, timeout: 60_000 },
      examples: true,
      selection: { only: [...new Set(chosen.values()), 'inproc.*'] },
    })) {
      if (result.verdict !== 'pass') throw new Error(`${result.id} does not pass: ${result.message}`)
      results.push(result)
    }
  } finally {
    await close()
  }
  const found = new Map(results.map((result) => [result.id, result]))
  return Object.fromEntries([...chosen].map(([clause, scenario]) => [clause, exampleFrom(found.get(scenario))]))
}

/** Returns a scenario for each clause: one that lists the clause early, and few other clauses. */
function chooseScenarios() {
  const verified = ledger.filter(({ excluded }) => excluded === undefined)
  return new Map(
    verified.map(({ id }) => {
      const [best] = allScenarios
        .filter(({ clauses }) => clauses.includes(id))
        .toSorted((a, b) => a.clauses.indexOf(id) - b.clauses.indexOf(id) || a.clauses.length - b.clauses.length)
      return [id, best.id]
    }),
  )
}

function exampleFrom({ id, example: { method, url, requestBody, status, body } }) {
  const { pathname, search } = new URL(url)
  const shown = (text) => {
    if (text === undefined || text === '') return undefined
    try {
      return abbreviated(JSON.parse(stable(text)))
    } catch {
      return stable(text)
    }
  }
  const request = shown(requestBody)
  const response = shown(body)
  return {
    scenario: id,
    method,
    path: stable(readable(pathname + search)),
    ...(request === undefined ? {} : { body: request }),
    status,
    ...(response === undefined ? {} : { response }),
  }
}

/** Truncates long lists and strings, so that the example stays short. */
function abbreviated(value) {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 300)}…` : value
  if (Array.isArray(value)) {
    const shown = value.slice(0, 3).map(abbreviated)
    return value.length > 3 && typeof value[0] === 'object'
      ? [...shown, `… ${value.length - 3} more`]
      : value.map(abbreviated)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, abbreviated(inner)]))
}

/** Decodes a path for readers, unless decoding would change its query. */
function readable(path) {
  const decoded = decodeURIComponent(path)
  return /[\s&+#%]/.test(decoded.replace(/&/g, '')) ? path : decoded
}

/** Replaces values that differ between runs: markers, times, random names, hashes. */
function stable(text) {
  return (
    text
      .replaceAll(/cnf[0-9a-f]{12}/g, 'run')
      // Times that the suite writes are in other years.
      .replaceAll(/20(?:2[6-9]|[3-9]\d)-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '2026-01-01T00:00:00.000Z')
      .replaceAll(/-[0-9a-f]{6}(?=[@"])/g, '-name')
      .replaceAll(/_[0-9a-f]{10}\b/g, '_hash')
      .replaceAll(/"(hash|etag)":"[^"]*"/g, '"$1":"hash"')
  )
}
