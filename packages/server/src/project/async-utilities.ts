type Work = (...values: readonly never[]) => unknown

const pipeAsync =
  (...steps: readonly Work[]) =>
  async (...first: readonly unknown[]): Promise<unknown> => {
    const [begin, ...others] = steps
    let value = begin ? await begin(...(first as never[])) : first[0]
    for (const step of others) value = await step(value as never)
    return value
  }

interface MapOptions {
  readonly concurrency?: number
}

/** Maps a list, at most `concurrency` items at the same time. */
async function mapAll(items: readonly unknown[], work: Work, { concurrency = Infinity }: MapOptions = {}) {
  const results: unknown[] = []
  const remaining = items.entries()
  const run = async () => {
    for (const [index, item] of remaining) results[index] = await work((await item) as never, index as never)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run))
  return results
}

/** The function may come later: `mapAsync(items)(work)`. */
const mapAsync = (items: readonly unknown[], work?: Work, options?: MapOptions) =>
  work ? mapAll(items, work, options) : (later: Work) => mapAll(items, later, options)

const reduceAsync =
  (items: readonly unknown[]) =>
  async (work: Work, first?: unknown): Promise<unknown> => {
    let value = first
    for (const [index, item] of items.entries())
      value = await work(value as never, (await item) as never, index as never)
    return value
  }

async function forEachAsync(items: readonly unknown[], work: Work, options?: MapOptions): Promise<void> {
  await mapAll(items, work, options)
}

/** The asynchronous functions of `@strapi/utils`. */
export const asyncUtilities = { pipeAsync, mapAsync, reduceAsync, forEachAsync }
