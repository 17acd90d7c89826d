import { generateCase } from './generate-calls.js'
import { libraryContent } from './library-content.js'
import type { Report } from './report.js'
import { compareCases, type JudgedCase, smallestCase } from './run-calls.js'
import type { TwoSides } from './two-sides.js'

/** Compares generated calls of `strapi.entityService` and `strapi.db.query` on the same content. */
export async function compareCalls(sides: TwoSides, seed: number, count: number, report: Report): Promise<void> {
  const content = await compareCases(sides, libraryContent)
  for (const each of content) await add(sides, each, 'content', report)
  const cases = Array.from({ length: count }, (_, index) => generateCase(seed + index))
  const judged = await compareCases(sides, cases)
  for (const [index, each] of judged.entries()) await add(sides, each, `call ${seed + index}`, report)
}

async function add(sides: TwoSides, found: JudgedCase, name: string, report: Report): Promise<void> {
  if (found.verdict !== 'different') return report.add(name, found.verdict)
  const { input, theirs, ours } = found.input.keep ? found : await smallestCase(sides, found)
  report.add(name, 'different', { sent: input.calls[0], theirs, ours })
}
