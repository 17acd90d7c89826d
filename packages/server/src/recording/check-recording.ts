import { readOfRequest, runRequest } from './record-requests.js'
import type { RecordedRequests, Recording } from './recording.js'
import { keyOf } from './request-key.js'

/**
 * Compares a recording with its list and with the content types, without a service: requests get the recorded
 * responses. Returns the mistakes.
 */
export async function checkRecording(list: RecordedRequests, recording: Recording | null): Promise<string[]> {
  if (recording === null) return ["It doesn't exist, or can't be read."]
  const { model, recordedAt, requests } = recording
  const mistakes: string[] = []
  if (model && model.recorded !== model.current) mistakes.push(`The content types have changed since ${recordedAt}.`)
  for (const [name, request] of Object.entries(list)) mistakes.push(...(await checkOne(name, request, requests[name])))
  for (const name of Object.keys(requests)) if (!(name in list)) mistakes.push(`"${name}" is no longer in the list.`)
  return mistakes
}

const url = 'http://localhost:1337'

async function checkOne(
  name: string,
  request: RecordedRequests[string],
  recorded: readonly Recording['requests'][string][number][] = [],
): Promise<string[]> {
  const byKey = new Map(recorded.map((exchange) => [keyOf(exchange), exchange]))
  try {
    const sent = await runRequest(name, request, url, async (asked) => {
      const read = await readOfRequest(asked, url)
      const found = byKey.get(keyOf(read))
      if (!found) throw new Error(`${read.request} isn't recorded.`)
      return found
    })
    const left = new Set(recorded)
    for (const exchange of sent) left.delete(exchange)
    return [...left].map((exchange) => `"${name}" no longer sends ${exchange.request}.`)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
