import { expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { UploadsInFlight } from './uploads-in-flight.js'

const problem = (run: () => unknown) => (failure(run) as Error & { status?: number }).status

it('counts uploads by client until they end', () => {
  const uploads = new UploadsInFlight({ bytesInFlight: 100, requestsPerClient: 2 })
  const first = uploads.begin('a')
  uploads.begin('a')
  expect(problem(() => uploads.begin('a'))).toBe(429)
  uploads.begin('b')
  first.end()
  first.end()
  uploads.begin('a')
  expect(problem(() => uploads.begin('a'))).toBe(429)
})

it('reserves half of the bytes for other clients, and limits the bytes of all clients', () => {
  const uploads = new UploadsInFlight({ bytesInFlight: 100, requestsPerClient: 2 })
  const [a, b, within] = [uploads.begin('a'), uploads.begin('b'), uploads.begin(null)]
  a.receive(50)
  expect(problem(() => a.receive(1))).toBe(429)
  a.end()
  b.receive(50)
  within.receive(50)
  expect(problem(() => within.receive(1))).toBe(503)
  within.end()
  uploads.begin('a').receive(50)
})
