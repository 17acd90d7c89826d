import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Beside } from '@content-api/strapi-reads/open-beside'
import { keepMemory } from './memory.js'
import { onParentExit, onStop } from './on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from './ready-file.js'
import { CliError } from './report-error.js'

export interface BesideCommandOptions {
  readonly project: string
  /** The URL of Strapi. */
  readonly strapi?: string
  readonly database?: string
  readonly host: string
  readonly port: number
  /** Prints what is served and what is forwarded, and starts nothing. */
  readonly explain?: boolean
  readonly json?: boolean
  readonly readyFile?: string
  readonly exitWithParent?: boolean
}

/** Serves the reads of a running Strapi from its database, and forwards all other requests to it. */
export async function beside(options: BesideCommandOptions): Promise<void> {
  const { project, strapi, database, explain = false, json = false } = options
  if (json && !explain) throw new CliError('Use --json together with --explain.')
  await removeStaleReadyFile(options.readyFile)
  const { openBeside } = await import('@content-api/strapi-reads/open-beside')
  const overrides = {
    beside: { ...(strapi !== undefined && { strapi }), ...(database !== undefined && { database }) },
  }
  const opened = await openBeside({ project: resolve(project), overrides })
  if (!explain) return serve(opened, options)
  try {
    process.stdout.write(`${await explained(opened, json)}\n`)
  } finally {
    await opened.close()
  }
}

async function explained({ reads }: Beside, json: boolean): Promise<string> {
  const { explainVerdicts, verdictsAsJson } = await import('@content-api/strapi-reads/verdicts/explain-verdicts')
  if (!reads) throw new CliError('The schema of Strapi is changing at the moment. Try again.')
  return json ? verdictsAsJson(reads.verdicts) : explainVerdicts(reads.verdicts)
}

/** How nice this process is. Strapi's writes come first when both run on the same machine. */
const niceness = 5

async function serve(opened: Beside, options: BesideCommandOptions): Promise<void> {
  keepMemory()
  setPriority(niceness)
  let removeReadyFile = () => Promise.resolve()
  const stop = onStop(async (signal) => {
    await removeReadyFile()
    await opened.close({ drain: signal === 'SIGTERM' })
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  try {
    const { url, metrics } = await opened.listen({ host: options.host, port: options.port })
    await printStart(opened, { url, metrics })
    if (options.readyFile !== undefined) {
      removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

interface Addresses {
  readonly url: string
  readonly metrics: string | undefined
}

/** Prints where the server listens and what it serves, or logs it as one line of JSON. */
async function printStart({ settings, logger, reads }: Beside, { url, metrics }: Addresses): Promise<void> {
  const [{ startHints }, { shownReason }] = await Promise.all([
    import('@content-api/strapi-reads/start-hints'),
    import('@content-api/strapi-reads/verdicts/shown-reason'),
  ])
  const strapi = settings.strapi.origin
  const routes = reads?.verdicts.list() ?? []
  const served = routes.filter(({ reason }) => reason === null).length
  const hints = startHints(settings)
  if (logger.format === 'json') {
    logger.info(`Listening on ${url}`, { url, strapi, served, routes: routes.length, ...(metrics && { metrics }) })
    for (const hint of hints) logger.warn(hint)
    return
  }
  const everything = reads?.verdicts.everything
  const lines = [
    `Listening on ${url}, in front of Strapi on ${strapi}`,
    everything
      ? `All requests go to Strapi. ${shownReason(everything)}`
      : `Serves ${served} of ${routes.length} routes of reads. All other requests go to Strapi.`,
    'To see the verdict on each route, run the same command with --explain.',
    ...(metrics === undefined ? [] : [`Metrics: ${metrics}`]),
    ...hints.map((hint) => `Hint: ${hint}`),
  ]
  console.log(lines.join('\n'))
}
