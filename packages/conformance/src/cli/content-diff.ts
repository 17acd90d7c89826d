import type { Command } from 'commander'
import { loadConfiguration } from '../profile/load-configuration.js'
import { printable } from '../check/printable.js'
import type { Finding } from '../content/compare-content.js'
import { diffServices, type TypeDiff } from '../content/diff-services.js'
import { type ConnectionOptions, connectionOptions, withConnection } from './connection.js'

export interface ContentOptions extends ConnectionOptions {
  readonly type?: readonly string[]
  readonly afterToken?: string
  readonly json?: boolean
}

const collect = (value: string, before: readonly string[] = []) => [...before, ...value.split(',')]

/** The options of the comparison of two services. */
export function contentOptions(command: Command): Command {
  return connectionOptions(command)
    .option('--type <plural>', 'content type whose entries are compared; repeatable', collect)
    .option(
      '--after-token <token>',
      'token of the second service, if it has another; prefer the environment variable CONFORMANCE_AFTER_TOKEN',
    )
    .option('--json', 'print the differences as JSON')
}

/** Compares the content of two services, and prints the differences. The exit code is 1 if there are any. */
export async function diffContent(before: string, after: string, options: ContentOptions): Promise<void> {
  const configuration = withConnection(await loadConfiguration(process.cwd(), options.config), options)
  const token = configuration.tokens.full
  const afterToken = options.afterToken ?? process.env['CONFORMANCE_AFTER_TOKEN'] ?? token
  const { tokens: _tokens, ...settings } = configuration
  const types = options.type ?? configuration.types.map((type) => (typeof type === 'string' ? type : type.type))
  const progress = process.stderr.isTTY
  const diffs: TypeDiff[] = []
  const compared = diffServices(
    { url: before, token },
    { url: after, token: afterToken },
    {
      types,
      configuration: settings,
      onRead: (type, service, entries) => {
        if (progress) process.stderr.write(`\r\u001B[K${type}, ${service}: ${entries} entries`)
      },
    },
  )
  for await (const diff of compared) {
    if (progress) process.stderr.write('\r\u001B[K')
    diffs.push(diff)
    if (options.json !== true) process.stdout.write(linesOf(diff).join('\n'))
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify({ before, after, types: diffs }, null, 2)}\n`)
  else {
    const count = diffs.reduce((sum, { findings }) => sum + findings.length, 0)
    process.stdout.write(`${count === 0 ? 'The content is the same.' : `${count} entries differ.`}\n`)
  }
  if (diffs.some(({ findings }) => findings.length > 0)) process.exitCode = 1
}

function linesOf({ type, entries, findings }: TypeDiff): readonly string[] {
  const summary = `${type}: ${entries.before} entries before, ${entries.after} after, ${findings.length} differ`
  return [summary, ...findings.flatMap(describe), '']
}

function describe(finding: Finding): readonly string[] {
  const locale = finding.locale === null ? '' : ` (${printable(finding.locale)})`
  switch (finding.kind) {
    case 'missing':
      return [`  - ${printable(finding.before)}${locale} has no counterpart`]
    case 'added':
      return [`  + ${printable(finding.after)}${locale} is new`]
    case 'different':
      return [
        `  ≠ ${printable(finding.before)} → ${printable(finding.after)}${locale}`,
        ...finding.attributes.map(
          ({ name, before, after }) =>
            `      ${printable(name)}: ${printable(before ?? 'absent')} → ${printable(after ?? 'absent')}`,
        ),
      ]
  }
}
