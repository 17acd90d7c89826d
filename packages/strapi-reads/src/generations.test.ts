import { describe, expect, it } from 'vitest'
import { Generations } from './generations.js'

/** Parts that note when they are closed. */
function opened() {
  const closed: number[] = []
  let count = 0
  const generations = new Generations(async () => {
    const number = (count += 1)
    return { number, close: async () => void closed.push(number) }
  })
  const number = () => generations.use(async (parts) => parts.number)
  return { generations, closed, number }
}

describe('generations', () => {
  it('forward until the first parts are open, and while new ones are opened', async () => {
    const { generations, number } = opened()
    expect(await number()).toMatchObject({ kind: 'schema' })
    const opening = generations.replace()
    expect(await number()).toMatchObject({ kind: 'schema' })
    await opening
    expect(await number()).toBe(1)
  })

  it('close the old parts when their last request has ended', async () => {
    const { generations, closed, number } = opened()
    await generations.replace()
    let end = () => {}
    const running = generations.use(() => new Promise<void>((resolve) => (end = resolve)))
    await generations.replace()
    expect(await number()).toBe(2)
    expect(closed).toEqual([])
    end()
    await running
    expect(closed).toEqual([1])
  })

  it('say why they can not be opened', async () => {
    const generations = new Generations<{ close(): Promise<void> }>(() => Promise.reject(new Error('no table')))
    await expect(generations.replace()).rejects.toThrow('no table')
    expect(await generations.use(async () => 'used')).toMatchObject({
      message: expect.stringContaining('no table') as string,
    })
  })

  it('close parts that were opened after the end', async () => {
    const { generations, closed, number } = opened()
    const opening = generations.replace()
    generations.close()
    await opening
    expect(closed).toEqual([1])
    expect(await number()).toMatchObject({ kind: 'schema' })
  })
})
