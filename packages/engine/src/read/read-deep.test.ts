import { describe, expect, it } from 'vitest'
import { cutAtHoles, deeperRows, holeFor, readDeep, rowStart } from './read-deep.js'
import type { DeeperRows, Statement } from '../dialects/statement.js'

const hole = (number: number, id: number) => holeFor(number).join(String(id))
const rows = (...of: readonly (readonly [id: number, text: string])[]) =>
  of.map(([id, text]) => `${rowStart.join(String(id))}${text}`).join(',')

/** A statement for which `read` returns its own SQL. */
const statement = (sql: string, ...deeper: DeeperRows[]): Statement => ({ sql, values: [], deeper })
const read = ({ sql }: Statement) => Promise.resolve(sql)
const unbounded = { statementMilliseconds: 1_000_000, responseBytes: 1_000_000 }

describe('strings with holes', () => {
  it('are split at the holes', () => {
    expect(cutAtHoles('plain')).toEqual({ between: ['plain'], holes: [] })
    expect(cutAtHoles(`[${hole(0, 7)},${hole(12, 8)}]`)).toEqual({
      between: ['[', ',', ']'],
      holes: [
        { number: 0, id: 7 },
        { number: 12, id: 8 },
      ],
    })
  })

  it('are filled with rows, which may contain commas and colons', () => {
    const list = rows([7, '{"a":"x,"}'], [8, ',:'], [9, ''])
    expect([...deeperRows(list)]).toEqual([
      [7, '{"a":"x,"}'],
      [8, ',:'],
      [9, ''],
    ])
    expect([...deeperRows('')]).toEqual([])
  })
})

describe('reading deep', () => {
  it('reads each row once, however many holes refer to it', async () => {
    const requested: (readonly number[])[] = []
    const leaf: DeeperRows = (ids) => statement(rows(...ids.map((id) => [id, `leaf ${id}`] as const)))
    const middle: DeeperRows = (ids) => {
      requested.push(ids)
      return statement(rows(...ids.map((id) => [id, `<${hole(0, id * 10)} ${hole(0, 5)}>`] as const)), leaf)
    }
    const top = statement(`${hole(0, 1)} ${hole(0, 2)} ${hole(0, 1)}`, middle)
    expect(await readDeep(top, read, unbounded)).toBe('<leaf 10 leaf 5> <leaf 20 leaf 5> <leaf 10 leaf 5>')
    expect(requested).toEqual([[1, 2]])
  })

  it('applies its limits to all statements together, before it builds a text that exceeds them', async () => {
    const doubled: DeeperRows = (ids) =>
      statement(rows(...ids.map((id) => [id, hole(0, 1) + hole(0, 1)] as const)), below())
    let levels = 0
    const below = (): DeeperRows =>
      ++levels < 100 ? doubled : (ids) => statement(rows(...ids.map((id) => [id, 'x'] as const)))
    const top = statement(hole(0, 1), doubled)
    await expect(readDeep(top, read, unbounded)).rejects.toThrow('The response would be too large')
    const never = { ...unbounded, statementMilliseconds: -1 }
    await expect(readDeep(top, read, never)).rejects.toThrow('The query takes too long')
    // Bytes, not characters.
    const euros = statement(hole(0, 1), (ids) => statement(rows(...ids.map((id) => [id, '€€'] as const))))
    expect(await readDeep(euros, read, { ...unbounded, responseBytes: 6 })).toBe('€€')
    await expect(readDeep(euros, read, { ...unbounded, responseBytes: 5 })).rejects.toThrow('too large')
  })

  it('fails with a code that repeats the transaction when a row has been deleted', async () => {
    const top = statement(hole(0, 1), () => statement(''))
    await expect(readDeep(top, read, null)).rejects.toMatchObject({ code: '40001' })
  })
})
