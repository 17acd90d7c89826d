import { type Exchange, type JsonResponse, readExchanges } from '../replay/exchange.js'
import { Session } from '../replay/session.js'
import { compareAnswers } from './compare-answers.js'
import { isRead } from './exchange-kinds.js'
import { type Answer, servedBy } from './http-client.js'
import { lastMailCode, type ProofTarget, recordedSecrets } from './recorded-project.js'
import { recordedVersions } from './recorded-versions.js'
import type { Report } from './report.js'
import { ServedShare } from './served-share.js'
import { type TwoSides, withSides } from './two-sides.js'

interface Counts {
  reads: number
  writes: number
  reordered: number
  readonly served: ServedShare
}

/**
 * Sends the recorded exchanges in their order: reads to Strapi and to the server beside it, whose responses
 * must be equal, and writes once, through the server beside it, which must forward them.
 */
export async function compareRecorded(target: ProofTarget, report: Report): Promise<void> {
  const { name } = target
  report.say(`\nrecorded exchanges, ${name}`)
  const counts: Counts = { reads: 0, writes: 0, reordered: 0, served: new ServedShare() }
  for (const file of recordedVersions[target.version].recordings) {
    // Each recording starts from the recorded content.
    await withSides({ target, say: report.say }, async (sides) =>
      compareFile(sides, await readExchanges(file), counts, report),
    )
  }
  report.say(`  ${counts.reads} reads, ${counts.writes} writes, ${counts.reordered} reads with another order of keys`)
  counts.served.check(target, report)
}

async function compareFile(sides: TwoSides, exchanges: readonly Exchange[], counts: Counts, report: Report) {
  const [theirs, ours] = [sides.strapi.url, sides.beside.url].map(
    (url) => new Session(Number(new URL(url).port), () => lastMailCode(sides.project.folder), recordedSecrets.jwt),
  ) as [Session, Session]
  for (const exchange of exchanges) {
    await ours.prepare(exchange)
    const request = ours.filled(exchange)
    if (!isRead(request)) {
      counts.writes++
      const answer = answerOf(await ours.send(request))
      if (servedBy(answer) === 'strapi') report.pass()
      else report.fail(`${sides.name}, ${exchange.id}: a write was served by ${servedBy(answer)}`)
      continue
    }
    const expected = answerOf(await theirs.send(request))
    const answer = answerOf(await ours.send(request))
    const { differences, reordered } = compareAnswers(expected, answer)
    counts.reads++
    if (reordered) counts.reordered++
    if (differences.length === 0) report.pass()
    else report.fail([describe(sides, exchange, answer), ...differences.slice(0, 4)].join('\n    '))
    if (request.method !== 'HEAD') counts.served.add({ ...request, caller: request.role }, expected, answer)
  }
}

const describe = ({ name }: TwoSides, { id, method, path, role }: Exchange, answer: Answer) =>
  `${name}, ${id}, as ${role}, served by ${servedBy(answer)}: ${method} ${path}`

const answerOf = ({ status, headers, body }: JsonResponse): Answer => ({
  status,
  headers,
  text: body === undefined ? '' : JSON.stringify(body),
})
