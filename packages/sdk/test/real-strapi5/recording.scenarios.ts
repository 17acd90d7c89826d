import { writeFile } from 'node:fs/promises'
import { it } from 'vitest'
import { clientOf, methodCalls, sessionCalls, sessionClientOf } from '../strapi5/method-calls.js'
import { readRecorded, type RecordedCall, recordingOf } from '../strapi5/recorded-calls.js'
import { fetchWithCookies, followRedirects } from './cookies.js'
import { lackingIn } from './lacking.js'
import { createRecorder } from './recorder.js'
import { expect, nextMailCode, strapi } from './strapi.js'

/** Replaces values by their types, so that the numbers of rows may differ. */
function typesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(typesIn)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typesIn(member)]))
}

const typesOf = (calls: readonly RecordedCall[]) =>
  calls.map(({ method, exchanges }) => ({
    method,
    exchanges: exchanges.map(({ request, status, response }) => [request, status, typesIn(response)]),
  }))

// `STRAPI5_RECORD=1 pnpm verify:long --only strapi5-sdk` writes the recording instead.
it.runIf(Object.keys(lackingIn(strapi.version)).length === 0)(
  'the recorded exchanges are those of this version',
  async () => {
    const logins = strapi.hasSessions ? 'refresh' : 'legacy-support'
    const { fetch: withCookies } = fetchWithCookies()
    const recorder = createRecorder(withCookies, nextMailCode)
    const transport = { baseURL: strapi.url, token: strapi.token, fetch: recorder.fetch }
    const browse = async (address: string) => (await followRedirects(withCookies, address)).search
    const calls = strapi.hasSessions
      ? await recorder.record(sessionCalls, sessionClientOf(transport), browse)
      : await recorder.record(methodCalls, clientOf(transport), browse)
    if (process.env['STRAPI5_RECORD']) {
      await writeFile(recordingOf(logins), calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
    }
    expect(typesOf(calls)).toEqual(typesOf(readRecorded(logins)))
  },
)
