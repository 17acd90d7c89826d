import { expect, it } from 'vitest'
import { formatTraceparent, parseTraceparent } from './traces.js'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

it.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, flags: 1 }],
  [`01-${traceId}-${spanId}-00-later`, { traceId, spanId, flags: 0 }],
  [`00-${traceId}-${spanId}-01-later`, null],
  [`ff-${traceId}-${spanId}-01`, null],
  [`00-${'0'.repeat(32)}-${spanId}-01`, null],
  [`00-${traceId}-${'0'.repeat(16)}-01`, null],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, null],
  ['canary', null],
  [undefined, null],
])('parses %s', (header, parts) => {
  expect(parseTraceparent(header)).toEqual(parts)
})

it('formats a context as a header that parses to the same context', () => {
  expect(formatTraceparent({ traceId, spanId, flags: 1 })).toBe(`00-${traceId}-${spanId}-01`)
})
