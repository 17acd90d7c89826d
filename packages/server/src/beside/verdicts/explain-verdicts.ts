import type { ForwardReason } from '../forward-reason.js'
import type { Verdicts } from './verdicts.js'

/** Returns a reason as text: `src/api/a/controllers/a.js:3: The controller has its own find.` */
export function shownReason({ file, line, message }: ForwardReason): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return `${place}${message}`
}

/** Returns a table of the generated routes with the verdict on each, and the reasons for the others. */
export function explainVerdicts(verdicts: Verdicts): string {
  const routes = verdicts.list()
  const served = routes.filter(({ reason }) => reason === null).length
  const paths = routes.map(({ method, path }) => `${method} ${path}`)
  const width = Math.max(0, ...paths.map(({ length }) => length))
  const { everyReason } = verdicts
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
          'If such code changes no response to a read, name it in beside.trust: the plugin, the middleware or the file.',
        ]
  const others = [
    ...(verdicts.files === null ? [] : [`Reads with files are forwarded: ${shownReason(verdicts.files)}`]),
    ...verdicts.types.map(([uid, reason]) => `Reads that touch ${uid} are forwarded: ${shownReason(reason)}`),
  ]
  return [
    ...rows,
    ...all,
    ...(others.length === 0 ? [] : ['', ...others]),
    '',
    `${served} of ${routes.length} routes are served here. All other requests are forwarded.`,
  ].join('\n')
}

/** Returns the same for programs. */
export function verdictsAsJson(verdicts: Verdicts): string {
  const { everyReason, files, types } = verdicts
  const document = {
    routes: verdicts.list().map(({ reason, ...route }) => ({ ...route, served: reason === null, reason })),
    everything: everyReason,
    files,
    types: Object.fromEntries(types),
  }
  return JSON.stringify(document, null, 2)
}
