import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { cli, cliWith, command, newFolder as folder, token } from './support/run-cli.js'
import { type Fetch, serve } from './support/serve.js'

describe('content-api-conformance', () => {
  let target: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    target = await serve(createSecondServer().fetch)
  })
  afterAll(() => target.close())

  it('runs against an address, writes reports and exits with 0', async () => {
    const at = folder()
    const { code, out } = await command(
      { CONFORMANCE_TOKEN: token },
      at,
      'run',
      target.url,
      '--only',
      'write.*,read.*',
      '--report',
      'json,junit,html',
      '--quiet',
    )
    expect(out).toMatch(/Conformant at tier 2, in \d+ of its \d+ scenarios: \d+ passed/)
    expect(code).toBe(0)
    const report = JSON.parse(readFileSync(join(at, 'conformance-report/report.json'), 'utf8')) as {
      conformant: boolean
    }
    expect(report.conformant).toBe(true)
  })

  it.each([
    ['an unknown command', ['rn'], 2, /unknown command/],
    ['an unknown option', ['run', '--tiers', '2'], 2, /unknown option.*--tier/s],
    ['no address', ['run'], 2, /Name the address/],
    ['an invalid address', ['run', 'localhost'], 2, /not an http or https address/],
    ['an invalid address for doctor', ['doctor', 'localhost'], 2, /not an http or https address/],
    ['an address with /api', ['run', 'URL/api'], 2, /try http:\/\/127\.0\.0\.1:\d+ instead/],
    ['a selector that selects nothing', ['run', 'URL', '--only', 'write.creat'], 2, /did you mean write\.create\b/],
    ['a type that does not exist', ['run', 'URL', '--type', 'conf-tag'], 2, /^Unknown content type 'conf-tag'.*\n$/],
    ['a section that no scenario verifies', ['list', '§9'], 2, /No scenario verifies '§9'/],
    ['an empty number', ['run', 'URL', '--tier', ''], 2, /--tier expects a whole number, not ''/],
    ['a tier that does not exist', ['run', 'URL', '--tier', '5'], 2, /tier: .*0\|1\|2/],
    ['an unknown report', ['run', 'URL', '--report', 'htm'], 2, /did you mean 'html'/],
    ['a missing configuration', ['run', 'URL', '--config', 'nowhere.ts'], 2, /No configuration file found/],
    ['an empty token', ['run', 'URL', '--token', ''], 2, /is empty: remove it/],
    ['a wrong token', ['run', 'URL', '--token', 'surely-not'], 2, /rejects the token/],
    ['a target that does not respond', ['run', 'http://127.0.0.1:9'], 4, /can't be reached/],
    ['a missing journal', ['clean', '--run', 'x'], 2, /no journal/],
    ['an unknown clause', ['explain', '4.4/r33'], 2, /did you mean 4\.4\/r3\b/],
  ])('rejects %s', async (_, args, code, message) => {
    const said = await cli(folder(), ...args.map((arg) => arg.replace(/^URL/, target.url)))
    expect(said.error).toMatch(message)
    expect(said.code).toBe(code)
  })

  it('reports a missing token if nothing may be written without one', async () => {
    const said = await cliWith({ CONFORMANCE_TOKEN: undefined }, folder(), 'run', target.url, '--quiet')
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.error).toMatch(/may not be written to without a token.*CONFORMANCE_TOKEN/)
  })

  it('rejects a configuration that cannot be loaded or is invalid', async () => {
    const broken = await command({}, folder('export default {'), 'run', target.url)
    expect(broken).toMatchObject({ code: 2 })
    expect(broken.error).toMatch(/can't be loaded/)
    const wrong = await cli(folder('export default { limitz: {} }'), 'run', target.url)
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.error).toMatch(/did you mean 'limits'/)
  })

  describe("a path that can't be written", () => {
    it.each([
      ['reports below /proc', ['run', 'URL', '--report', 'html', '--out', '/proc/self/nowhere/at-all']],
      ['a file instead of a folder of reports', ['run', 'URL', '--report', 'html', '--out', 'conformance.config.mjs']],
      ['--out without --report', ['run', 'URL', '--out', 'reports']],
      ['a proposal', ['doctor', 'URL', '--write', '/proc/self/nowhere/at-all']],
      ['a baseline', ['baseline', 'update', 'URL', '--baseline', '/proc/self/nowhere/at-all']],
      ['a matrix', ['matrix', 'name=URL', '--out', '/proc/self/nowhere/at-all']],
    ])('is rejected for %s before any request', async (_, args) => {
      let asked = 0
      const other = await serve(() => Promise.resolve(Response.json({ data: [], asked: ++asked })))
      const said = await cli(folder('export default {}'), ...args.map((arg) => arg.replace('URL', other.url)))
      other.close()
      expect(said.error).toMatch(/can't be written|add --report/)
      expect({ code: said.code, asked }).toEqual({ code: 2, asked: 0 })
    })

    it('is rejected for the journal before anything is created', async () => {
      const said = await cli(folder("export default { journal: '/proc/self/nowhere' }"), 'run', target.url, '--quiet')
      expect(said).toMatchObject({ code: 2, out: '' })
      expect(said.error).toMatch(/nowhere.* can't be written/)
    })

    it('does not prevent reading', async () => {
      const at = folder("export default { journal: '/proc/self/nowhere', tier: 0, types: ['conf-tags'] }")
      expect((await cli(at, 'run', target.url, '--quiet')).code).not.toBe(2)
    })
  })

  it.each<[string, Fetch, number, RegExp, timeout?: string]>([
    [
      'redirects to another origin',
      () => Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } })),
      4,
      /another origin/,
    ],
    ['hangs', () => new Promise<Response>(() => undefined), 4, /did not respond/, '300'],
    [
      'is a website',
      () => Promise.resolve(new Response('<html></html>', { headers: { 'content-type': 'text/html' } })),
      4,
      /base address/,
    ],
    [
      'lacks the model',
      () => Promise.resolve(Response.json({ data: null, error: { status: 404 } }, { status: 404 })),
      3,
      /model export/,
    ],
  ])('reports that a target %s', async (_, fetch, code, message, timeout = '60000') => {
    const other = await serve(fetch)
    const said = await cli(folder(), 'run', other.url, '--timeout', timeout, '--tier', '2')
    other.close()
    expect(said.error).toMatch(message)
    expect(said.code).toBe(code)
  })

  it('shows the report formats in its help, and no empty defaults', async () => {
    const { code, out } = await cli(folder(), 'run', '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/--report <formats>\s+pretty, json, junit/)
    expect(out).not.toContain('[]')
  })

  it('lists scenarios, explains clauses and shows the coverage', async () => {
    const at = folder()
    expect((await cli(at, 'list', '§4.4')).out).toContain('rest.relations.many-to-many.worked-example')
    expect((await cli(at, 'explain', '4.4/r3')).out).toMatch(/Scenarios:[\s\S]*sequential/)
    const coverage = await cli(at, 'coverage')
    expect(coverage.out).toMatch(/\d+ clauses/)
    expect(coverage.code).toBe(0)
  })

  it('uses a baseline: known failures pass, and are stale after they are fixed', async () => {
    const at = folder()
    writeFileSync(
      join(at, 'conformance.baseline.json'),
      JSON.stringify({ knownFailures: { 'write.create': 'was broken once' } }),
    )
    const stale = await cli(at, 'run', target.url, '--only', 'write.create', '--quiet')
    expect(stale.code).toBe(1)
    expect(stale.out).toContain('stale')
    expect((await cli(at, 'baseline', 'update', target.url, '--only', 'write.create')).out).toContain('- write.create')
    expect((await cli(at, 'run', target.url, '--only', 'write.create', '--quiet')).code).toBe(0)
  })

  it('accepts known violations only if the baseline is named', async () => {
    const { fetch } = createSecondServer()
    const broken = await serve(async (request) =>
      request.method === 'DELETE' ? (await fetch(request), Response.json({ data: null, meta: {} })) : fetch(request),
    )
    try {
      const at = folder()
      const args = ['run', broken.url, '--only', 'write.delete', '--quiet']
      expect((await cli(at, ...args, '--baseline', 'nowhere.json')).code).toBe(2)
      expect((await cli(at, ...args)).code).toBe(1)
      await cli(at, 'baseline', 'update', broken.url, '--only', 'write.delete')
      const found = await cli(at, ...args)
      expect([found.code, found.out]).toEqual([1, expect.stringContaining('found by its default name')])
      const named = await cli(at, ...args, '--baseline', 'conformance.baseline.json')
      expect([named.code, named.out]).toEqual([
        0,
        expect.stringContaining('Not conformant: 1 known violation; 0 passed'),
      ])
      writeFileSync(join(at, 'conformance.config.json'), '{ "baseline": "conformance.baseline.json" }')
      expect((await cli(at, ...args)).code).toBe(0)
    } finally {
      broken.close()
    }
  })

  it('annotates a step of GitHub Actions, and writes its summary', async () => {
    const at = folder()
    const summary = join(at, 'summary.md')
    const step = { CONFORMANCE_TOKEN: token, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const { out } = await cliWith(
      step,
      at,
      'run',
      target.url,
      '--only',
      'write.create',
      '--quiet',
      '--report',
      'github',
    )
    expect(out).toMatch(/^::notice title=Conformance::Conformant at tier 2/m)
    expect(readFileSync(summary, 'utf8')).toContain('| section | pass |')
    const elsewhere = { CONFORMANCE_TOKEN: token, GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined }
    const plain = await cliWith(elsewhere, at, 'run', target.url, '--only', 'write.create', '--report', 'github')
    expect(plain.out).not.toContain('::notice')
  })

  it('creates nothing if it cannot write to the content type', async () => {
    const at = folder(
      "export default { tier: 1, writable: { type: 'conf-rules', marker: 'marker', attribute: 'short' } }",
    )
    const said = await cli(at, 'run', target.url, '--quiet')
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.error).toMatch(/can't be created as `writable` has it/)
    expect((await cli(at, 'clean')).out).toBe('No entries remain.\n')
  })

  it('exports the model', async () => {
    const at = folder()
    expect((await cli(at, 'model', 'export', '--format', 'strapi4', '--out', 'project')).code).toBe(0)
    expect(
      JSON.parse(readFileSync(join(at, 'project/src/api/conf-tag/content-types/conf-tag/schema.json'), 'utf8')),
    ).toMatchObject({ kind: 'collectionType' })
    expect(JSON.parse((await cli(at, 'model', 'export', '--format', 'json')).out)).toHaveProperty('contentTypes')
  })

  it('shows reports side by side and compares them', async () => {
    const at = folder()
    for (const name of ['a', 'b'])
      await cli(
        at,
        'run',
        target.url,
        '--only',
        'write.create',
        '--quiet',
        '--report',
        'json',
        '--out',
        name,
        '--name',
        name,
      )
    expect((await cli(at, 'diff', 'a/report.json', 'b/report.json')).out).toContain('0 changed')
    expect((await cli(at, 'matrix', 'a/report.json', 'b/report.json', '--out', 'm/matrix')).code).toBe(0)
    expect(readFileSync(join(at, 'm/matrix.md'), 'utf8')).toContain('| pass | 1 | 1 |')
  })
})
