import { koaDifferences } from '../strapi/koa-project-differences.js'
import { otherDifferences } from '../strapi/other-project-differences.js'
import { projectDifferences } from '../strapi/strapi-project-differences.js'
import { generatedDifferences } from '../strapi-starts/differences.js'
import { signInDifferences } from '../sign-in-strapi/differences.js'
import type { Rule } from './rule.js'
import { countDecisions } from './report.js'
import { topics } from './topics.js'
import type { Verdict } from './verdict.js'

const differences = [
  ...projectDifferences,
  ...koaDifferences,
  ...otherDifferences,
  ...generatedDifferences,
  ...signInDifferences,
]

/** Returns `docs/differences.md`: each rule under its title, with its name as the anchor. */
export function printDifferences(rules: readonly Rule[], verdicts: readonly Verdict[]): string {
  const counts = countDecisions(verdicts)
  const printRule = ([name, title]: readonly [name: string, title: string]): string => {
    const ofProject = differences.filter((difference) => difference.name === name)
    const described = [
      ...rules.filter((rule) => rule.name === name),
      ...ofProject.flatMap((difference) => difference.described ?? []),
    ]
    const unique = new Map(described.map(({ strapi, ours, why }) => [`${strapi} ${ours}`, { strapi, ours, why }]))
    const met = ofProject.reduce((sum, { replaced }) => sum + Object.keys(replaced).length, 0)
    const count = (counts.get(name) ?? 0) + met
    const comparedBy = ofProject.find((difference) => difference.comparedBy !== undefined)?.comparedBy
    return [
      `### ${title}`,
      '',
      `<a id="${name}"></a>`,
      '',
      ...[...unique.values()].flatMap(({ strapi, ours, why }) => [
        `- **Strapi** ${strapi}`,
        `- **Here** the server ${ours}`,
        `- **Because** ${why}`,
        '',
      ]),
      ...(comparedBy === undefined
        ? [`${count === 1 ? '1 recorded exchange' : `${count} recorded exchanges`}.`]
        : [`Compared with a running Strapi by \`pnpm verify:long --only ${comparedBy}\`.`]),
      '',
    ].join('\n')
  }
  const sections = topics.map(([topic, titles]) =>
    [`## ${topic}\n`, ...Object.entries(titles).map((rule) => printRule(rule))].join('\n'),
  )
  return `${head}\n\n${sections.join('\n').trimEnd()}`
}

const head = `# Differences from Strapi 4.26

Every difference between the responses of Strapi 4.26 and those of this server with \`api.rest.strictParams: false\`,
which is the default in a Strapi project. In new projects it is true.
[Behaviour in detail](server/behaviour.md) describes the server without the comparison.

\`pnpm replay --differences\` prints this page from the rules that judge recorded exchanges (\`packages/server/test/replay\`).
An exchange is a request to Strapi with its response. Each section ends with the number of exchanges to which its rules
apply. The differences for code of a project come from two recorded projects
(\`packages/server/test/strapi/strapi-project-differences.ts\` and \`koa-project-differences.ts\` beside it), and from the comparison
of generated projects (\`strapi-starts/differences.ts\`, \`pnpm verify:long --only strapi-starts\`).`
