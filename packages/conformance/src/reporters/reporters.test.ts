import { describe, expect, it } from 'vitest'
import { run, type RunOptions } from '../runner/run.js'
import type { ScenarioResult } from '../runner/result.js'
import { createSecondServer } from '../../../conformance-selftest/src/second-server/second-server.js'
import { wire } from '../../../conformance-selftest/src/wire.js'
import type { Fetch } from '../target/injected-fetch.js'
import { buildReport } from './build-report.js'
import { formats } from './formats.js'
import { buildMatrix, matrixMarkdown } from './matrix.js'
import { reportSchema } from './report-schema.js'

async function report(options: Partial<RunOptions> = {}, strict = false) {
  const results: ScenarioResult[] = []
  const work = run({
    fetch: createSecondServer().fetch,
    configuration: { profile: 'rest', tokens: { full: 'conformance-full-access' } },
    selection: { only: ['write.*', '4.2/mix'] },
    ...options,
  })
  for (;;) {
    const step = await work.next()
    if (step.done) return buildReport(results, step.value, { name: 'A <target> & "more"', strict })
    results.push(step.value)
  }
}

/** Violates `write.delete`: its response to DELETE lacks the entry, and contains characters that must be escaped. */
const broken = () =>
  wire({
    response: (response, { method }) => {
      if (method === 'DELETE' && response.status === 200) response.body = { data: null, meta: { note: '<b>&</b>' } }
    },
  })(createSecondServer().fetch)

/** Rejects every request once it has received more than `posts` POST requests. */
function silentAfter(posts: number): Fetch {
  const { fetch } = createSecondServer()
  let made = 0
  return (request) => {
    if (request.method === 'POST') made += 1
    return made > posts ? Promise.reject(new TypeError('connection reset')) : fetch(request)
  }
}

describe('a report', () => {
  it('matches the published schema', async () => {
    const one = await report()
    expect(reportSchema.parse(JSON.parse(formats.json.render(one)))).toEqual(one)
  })

  it('reports a correct target as conformant, and a broken target as a violation', async () => {
    expect((await report()).outcome).toBe('conformant')
    expect((await report({ fetch: broken() })).outcome).toBe('violation')
  })

  it('does not report unchecked targets as conformant', async () => {
    const one = await report({ selection: { only: ['graphql.schema.*'] } })
    expect(one.totals['not-applicable']).toBe(one.results.length)
    expect(one.outcome).toBe('incomplete')
  })

  it('states how many of the scenarios ran', async () => {
    const one = await report({ selection: { only: ['write.create'] } })
    expect(one.conformant).toBe(true)
    expect(formats.pretty.render(one)).toMatch(/Conformant at tier 2, in 1 of its \d+ scenarios: 1 passed/)
    expect(formats.pretty.render(one)).not.toContain('0 pass')
  })

  it('explains why passed scenarios are not enough for conformance', async () => {
    const one = await report({ selection: { only: ['write.create-meta'] } })
    expect(one.outcome).toBe('incomplete')
    expect(formats.pretty.render(one)).toContain('no required or conditional clause was checked: 1 passed')
  })

  it('prints a reason once if many scenarios share it', async () => {
    const one = await report({ fetch: silentAfter(3), selection: { only: ['write.*', 'rest.sort.*'] } })
    const page = formats.pretty.render(one)
    expect(one.totals['could-not-run']).toBeGreaterThan(20)
    expect(page).toMatch(/could-not-run \d+ scenarios: .* and \d+ more\n {2}The target has stopped responding/)
    expect(page.split('The target has stopped responding')).toHaveLength(2)
  })

  it('shows in the HTML page why a scenario did not run', async () => {
    const page = formats.html.render(await report({ fetch: silentAfter(3) }))
    expect(page).toContain('<summary>The target has stopped responding.</summary>')
    expect(page).not.toContain('What happened')
    expect(page).toContain('<p class="outcome could-not-run">')
  })

  it('groups remaining entries by reason, and prints the command that deletes them', async () => {
    const left = await report({ fetch: silentAfter(40) })
    expect(left.leftovers.length).toBeGreaterThan(1)
    for (const name of ['pretty', 'html'] as const) {
      const page = formats[name].render(left)
      expect(page.match(/Not deleted/g)).toHaveLength(1)
      expect(page).toMatch(/\/api\/conf-tags\/\d+.*: the target did not respond/)
      expect(page).toContain(`clean --run ${left.run}`)
    }
    expect(formats['github-summary'].render(left)).toContain('Not deleted: /api/conf-')
  })

  it('counts the clauses of each section by verdict', async () => {
    const page = formats.pretty.render(await report({ fetch: broken() }))
    expect(page).toMatch(/§4\.1 +\d+ pass, \d+ fail, /)
  })

  it('counts a known failure as a known violation, or as stale if the scenario passes', async () => {
    const knownFailures = { 'write.delete': 'a fix is in progress' }
    const failing = await report({
      fetch: broken(),
      knownFailures,
      selection: { only: ['write.delete', 'write.create'] },
    })
    expect(failing.results.map(({ verdict }) => verdict).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'known-fail',
      'pass',
    ])
    expect([failing.outcome, failing.conformant]).toEqual(['known-violations', false])
    const stale = await report({ knownFailures })
    expect(stale.totals.stale).toBe(1)
    expect(stale.outcome).toBe('violation')
  })

  it('shows no token in any format', async () => {
    const one = await report({ fetch: broken() })
    for (const { render } of Object.values(formats)) expect(render(one)).not.toContain('conformance-full-access')
  })

  it('escapes text from the target', async () => {
    const one = await report({ fetch: broken() })
    expect(formats.html.render(one)).toContain('A &lt;target&gt; &amp; &quot;more&quot;')
    expect(formats.html.render(one)).not.toContain('<b>&</b>')
    expect(formats.junit.render(one)).toContain('name="A &lt;target&gt; &amp; &quot;more&quot;"')
  })

  it('links to no other host', async () => {
    const page = formats.html.render(await report())
    expect([...page.matchAll(/src=|href="(?!#|clauses\.html)/g)]).toEqual([])
  })

  it('has one TAP line per scenario', async () => {
    const one = await report({ fetch: broken() })
    const lines = formats.tap
      .render(one)
      .split('\n')
      .filter((line) => /^(not )?ok /.test(line))
    expect(lines).toHaveLength(one.results.length)
    expect(lines.filter((line) => line.startsWith('not ok'))).toHaveLength(one.totals.fail)
  })

  it('contains a curl command for a failed scenario', async () => {
    const one = await report({ fetch: broken() })
    const failure = one.results.find(({ id }) => id === 'write.delete')
    expect(failure?.exchanges[failure.shownBy ?? 0]?.curl).toMatch(/^curl -g -i .*TOKEN/)
  })
})

describe('a matrix', () => {
  it('compares targets and classifies failures', async () => {
    const matrix = buildMatrix([await report(), await report({ fetch: broken() })])
    const row = matrix.rows.find(({ id }) => id === 'write.delete')
    expect(row?.cells.map(({ verdict }) => verdict)).toEqual(['pass', 'fail'])
    expect(row?.cells[1]?.deviation).toEqual({ class: 'target-deviates' })
    expect(row?.cells[1]?.reproduction?.join('\n')).toMatch(/^#!\/bin\/sh\n[\s\S]*send -X DELETE/)
    expect(matrixMarkdown(matrix)).toContain('`write.delete`')
  })

  it('takes reasons for failures from the list of clauses and from a file, by scenario or clause', async () => {
    const one = await report({ fetch: broken() })
    const failing = one.results.map((result) => ({ ...result, verdict: 'fail' as const }))
    const { rows } = buildMatrix([{ ...one, results: failing }], {
      [one.target.name]: { '4.1/r4': 'by clause', 'write.delete': 'by scenario' },
    })
    const deviation = (id: string) => rows.find((row) => row.id === id)?.cells[0]?.deviation
    expect(deviation('write.delete')).toEqual({ class: 'target-deviates', because: 'by scenario' })
    expect(deviation('write.create-meta')).toMatchObject({
      class: 'spec-disputed',
      because: expect.stringContaining('Strapi 4.26'),
    })
  })

  it('is the same for reports that were written to JSON and parsed again', async () => {
    const one = await report({ fetch: broken() })
    const again = reportSchema.parse(JSON.parse(formats.json.render(one)))
    expect(buildMatrix([again])).toEqual(JSON.parse(JSON.stringify(buildMatrix([one]))))
  })
})
