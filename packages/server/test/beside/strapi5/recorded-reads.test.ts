import { expect, it } from 'vitest'
import { type ComparedRead, compareRecorded } from './compare-recorded.js'
import { recordedReads } from './recorded-database.js'
import { readAs } from './served-project.js'

it.each(['sqlite', 'postgres'] as const)(
  'recorded reads have the responses of Strapi 5 or are forwarded, on %s',
  async (dialect) => {
    const reads = recordedReads(dialect).map(
      ({ id, path, role, body }): ComparedRead => ({
        id,
        shown: path,
        body,
        send: (beside) => readAs(beside, path, role),
      }),
    )
    const { different, successful, served } = await compareRecorded(dialect, reads)
    expect(different).toEqual([])
    expect(successful).toBeGreaterThan(300)
    expect(served).toBeGreaterThan(0.9)
  },
)
