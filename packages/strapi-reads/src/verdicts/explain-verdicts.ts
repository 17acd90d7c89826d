import type { ForwardReason } from '../forward-reason.js'
import { shownReason } from './shown-reason.js'
import type { Verdicts } from './verdicts.js'

/** Returns a table of the generated routes with the verdict on each, and the reasons for the others. */
export function explainVerdicts(verdicts: Verdicts): string {
  const routes = verdicts.list()
  const served = routes.filter(({ reason }) => reason === null).length
  const paths = routes.map(({ method, path }) => `${method} ${path}`)
  const width = Math.max(0, ...paths.map(({ length }) => length))
  const { everyReason, trusted, unusedTrust } = verdicts
  const rows = routes.map(({ reason }, index) => {
    const verdict = reason === null ? 'served here' : 'forwarded'
    // A reason for all routes stands below the table.
    const why = reason === null || everyReason.length > 0 ? '' : `  ${shownReason(reason)}`
    return `${(paths[index] ?? '').padEnd(width)}  ${verdict}${why}`
  })
  const all =
    everyReason.length === 0
      ? []
      : [
          '',
          'Every request is forwarded, for these reasons:',
          ...everyReason.map((reason) => `  ${shownReason(reason)}`),
        ]
  const others = [
    ...(verdicts.files === null ? [] : [`Reads with files are forwarded: ${shownReason(verdicts.files)}`]),
    ...verdicts.types.map(([uid, reason]) => `Reads that touch ${uid} are forwarded: ${shownReason(reason)}`),
  ]
  const hasCode = [...everyReason, ...routes.flatMap(({ reason }) => reason ?? [])].some(isOfCode)
  const trust = [
    ...(trusted.length === 0
      ? []
      : ['', 'beside.trust says that this code changes no read:', ...trusted.map((each) => `  ${shownReason(each)}`)]),
    ...unusedTrust.map((name) => `beside.trust names ${name}, to which no reason belongs.`),
    ...(hasCode
      ? [
          '',
          'If such code changes no response to a read, name it in beside.trust: the plugin, the middleware, the policy or the file.',
        ]
      : []),
  ]
  return [
    ...rows,
    ...all,
    ...(others.length === 0 ? [] : ['', ...others]),
    ...trust,
    '',
    `${served} of ${routes.length} routes are served here. All other requests are forwarded.`,
  ].join('\n')
}

/** Reasons of other kinds, such as a missing column, can't be removed. */
const isOfCode = ({ kind }: ForwardReason) => kind === 'code' || kind === 'plugin'

/** Returns the same for programs. */
export function verdictsAsJson(verdicts: Verdicts): string {
  const { everyReason, files, types, trusted, unusedTrust } = verdicts
  const document = {
    routes: verdicts.list().map(({ reason, ...route }) => ({ ...route, served: reason === null, reason })),
    everything: everyReason,
    files,
    types: Object.fromEntries(types),
    trusted,
    unusedTrust,
  }
  return JSON.stringify(document, null, 2)
}
