import { recordedMatrix } from './verdicts.mjs'

/** On the site, links to the clauses lead to their page. */
const clauses = '../../packages/conformance/src/ledger'

const signs = { pass: '✓', fail: '✗', 'not-applicable': '–', 'not-run': '' }
const row = (cells) => `| ${cells.join(' | ')} |`
const inCell = (text) => text.replaceAll('|', '\\|')

const introductions = {
  'strapi-4': (count) => [
    '# How servers compare',
    '',
    `The results of ${count} scenarios on the reference server, on Strapi 4.26.2 and on a small server in Python, which`,
    'passes the tiers below 2. Failures of required and conditional clauses decide the outcome.',
    '[Checking a Strapi 4 project](strapi.md) explains how to repeat the runs.',
  ],
  'strapi-5': (count) => [
    '# Strapi 5 in the conformance suite',
    '',
    `The results of ${count} scenarios of the profile \`strapi-5\` on Strapi 5.54.0 with strict parameters.`,
    'Failures of required and conditional clauses decide the outcome.',
    '[Checking a Strapi 5 project](strapi5.md) explains how to repeat the runs.',
  ],
}

/** Returns the page of the documentation that compares the servers whose verdicts are recorded. */
export function matrixPage(generation = 'strapi-4') {
  const { targets, rows } = recordedMatrix(generation)
  const names = targets.map(({ name }) => name)
  const table = (head, body) => [row(head), `|${'---|'.repeat(head.length)}`, ...body.map(row)]
  const failed = rows.filter(({ cells }) => cells.some(({ verdict }) => verdict === 'fail'))
  return `${[
    ...introductions[generation](rows.length),
    '',
    ...table(
      ['', ...names],
      [
        ['tier', ...targets.map(({ tier }) => tier)],
        ...['pass', 'fail', 'not-applicable'].map((verdict) => [
          verdict,
          ...targets.map(({ totals }) => totals[verdict]),
        ]),
        ['outcome', ...targets.map(({ outcome }) => outcome)],
      ],
    ),
    '',
    '## Scenarios that fail',
    '',
    ...table(
      ['scenario', 'clause', 'level', ...names, 'reason'],
      failed.map(({ id, clauses: [clause], level, cells }) => [
        `\`${id}\``,
        `[${clause}](${clauses}#${encodeURIComponent(clause)})`,
        level,
        ...cells.map(({ verdict }) => signs[verdict] ?? verdict),
        [...new Set(cells.flatMap(({ deviation }) => deviation?.because ?? []))].map(inCell).join('<br>'),
      ]),
    ),
  ].join('\n')}\n`
}
