import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { cli, command, newFolder, token } from './support/run-cli.js'
import { certificatePath, type Fetch, serve } from './support/serve.js'

type Served = Awaited<ReturnType<typeof serve>>

/** A server that deletes correctly, but responds to DELETE without the entry while `state.broken` is true. */
function brokenDelete() {
  const { fetch } = createSecondServer()
  const state = { broken: true }
  const wrapped: Fetch = async (request) => {
    const response = await fetch(request)
    return request.method === 'DELETE' && state.broken ? Response.json({ data: null, meta: {} }) : response
  }
  return { state, fetch: wrapped }
}

/** Returns the output of a script. It runs asynchronously, because its target runs in this process. */
const shell = (at: string, script: string) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, CONFORMANCE_TOKEN: token }
    execFile('sh', [script], { cwd: at, env }, (_, out, error) => resolve(out + error))
  })

const idsIn = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as { results: { id: string }[] }).results.map(({ id }) => id)

describe('run --failed', () => {
  it('repeats the failures of a report at its address until none remains', async () => {
    const { state, fetch } = brokenDelete()
    const target = await serve(fetch)
    try {
      const at = newFolder()
      const report = ['--report', 'json', '--quiet']
      const first = await cli(at, 'run', target.url, '--only', 'write.delete,write.create', ...report)
      expect(first.code).toBe(1)
      const again = await cli(at, 'run', '--failed', 'conformance-report/report.json', ...report, '--out', 'again')
      expect({ code: again.code, ids: idsIn(join(at, 'again/report.json')) }).toEqual({
        code: 1,
        ids: ['write.delete'],
      })
      state.broken = false
      const repaired = await cli(at, 'run', '--failed', 'again/report.json', ...report, '--out', 'again')
      expect(repaired).toMatchObject({ code: 0, error: '' })
      const nothing = await cli(at, 'run', '--failed', 'again/report.json')
      expect(nothing).toMatchObject({
        code: 2,
        error: expect.stringMatching(/contains no failure to repeat/) as string,
      })
    } finally {
      target.close()
    }
  })

  it.each([
    ['a missing report', ['--failed', 'nowhere.json'], /No report found at nowhere\.json/],
    ['a file that is not a report', ['--failed', 'conformance.config.mjs'], /can't be read as JSON/],
    ['a second selection', ['--failed', 'report.json', '--only', 'write.*'], /use one of them/],
    ['an invalid number for --slowest', ['--slowest', 'ten'], /--slowest expects a whole number/],
    ['values for nothing', ['--values', '{}'], /--values requires --writable/],
    ['values that are not an object', ['--writable', 'tags', '--values', '[1]'], /--values expects a JSON object/],
    ['only one attribute to write to', ['--writable', 'tags:name'], /--writable expects a content type/],
    ['two ways to trust a certificate', ['--insecure', '--ca', 'x.pem'], /tls: accepts `ca` or `insecure`/],
    ['a missing file of certificates', ['--ca', 'nowhere.pem'], /certificates of nowhere\.pem can't be read/],
    ['a file without certificates', ['--ca', 'conformance.config.mjs'], /contains no PEM certificate/],
  ])('rejects %s', async (_, args, message) => {
    const said = await cli(newFolder('export default {}'), 'run', 'http://127.0.0.1:9', ...args)
    expect(said.error).toMatch(message)
    expect(said.code).toBe(2)
  })
})

it('run --slowest names the scenarios that took longest', async () => {
  const target = await serve(createSecondServer().fetch)
  try {
    const { out } = await cli(newFolder(), 'run', target.url, '--only', 'write.*', '--slowest', '3', '--quiet')
    const times = [...out.matchAll(/^ +(\d+) ms {2}write\.\S+$/gm)].map(([, time]) => Number(time))
    expect(times).toHaveLength(3)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  } finally {
    target.close()
  }
})

describe('a target with a self-signed certificate', () => {
  let target: Served
  let broken: Served
  beforeAll(async () => {
    target = await serve(createSecondServer().fetch, { secure: true })
    broken = await serve(brokenDelete().fetch, { secure: true })
  })
  afterAll(() => {
    target.close()
    broken.close()
  })
  const only = ['--only', 'write.create,write.delete', '--quiet']

  it('is rejected with a message that says what to do', async () => {
    const { code, error } = await cli(newFolder(), 'run', target.url, ...only)
    expect(code).toBe(4)
    expect(error).toMatch(/certificate of https:.*is not trusted: .*--ca <file>.*--insecure/)
  })

  it.each([
    ['--insecure', ['--insecure']],
    ['--ca', ['--ca', certificatePath]],
  ])('is checked with %s by run, doctor and clean', async (_, args) => {
    const at = newFolder()
    expect(await cli(at, 'run', target.url, ...only, ...args)).toMatchObject({ code: 0, error: '' })
    expect(await cli(at, 'doctor', target.url, ...args)).toMatchObject({ code: 0, error: '' })
    expect(await cli(at, 'clean', ...args)).toMatchObject({ code: 0, out: 'No entries remain.\n' })
  })

  it('is checked with certificates whose path is relative to the configuration', async () => {
    const at = newFolder("export default { tls: { ca: 'authority.pem' } }")
    writeFileSync(join(at, 'authority.pem'), readFileSync(certificatePath))
    const config = join(at, 'conformance.config.mjs')
    expect(await cli(newFolder(), 'run', target.url, ...only, '--config', config)).toMatchObject({ code: 0, error: '' })
  })

  it('is trusted in the same way by the scripts that reproduce failures', async () => {
    const args = ['run', broken.url, '--only', 'write.delete', '--quiet', '--report', 'json']
    for (const trust of [['--insecure'], ['--ca', certificatePath]]) {
      const at = newFolder()
      await cli(at, ...args, ...trust)
      const report = JSON.parse(readFileSync(join(at, 'conformance-report/report.json'), 'utf8')) as {
        results: { script: string }[]
      }
      writeFileSync(join(at, 'show.sh'), report.results[0]?.script ?? '')
      const said = await shell(at, 'show.sh')
      expect(said).toMatch(/Received now: status 200[\s\S]*"data":null/)
    }
  })
})

describe('without a configuration file', () => {
  let target: Served
  beforeAll(async () => {
    target = await serve(createSecondServer().fetch)
    for (const name of ['alder', 'birch', 'cedar'])
      await fetch(`${target.url}/api/conf-tags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { marker: `theirs ${name}`, name } }),
      })
  })
  afterAll(() => target.close())

  it('tier 0 reads the content type that is passed', async () => {
    const said = await cli(newFolder(), 'run', target.url, '--tier', '0', '--type', 'conf-tags', '--quiet')
    expect(said).toMatchObject({ code: 0, error: '' })
    expect(said.out).toMatch(/Conformant at tier 0/)
  })

  it('tier 1 writes to the content type that is passed, finds its text attributes, and deletes what it created', async () => {
    const said = await cli(newFolder(), 'run', target.url, '--tier', '1', '--writable', 'conf-tags', '--quiet')
    expect(said).toMatchObject({ code: 0, error: '' })
    expect(said.out).toMatch(/Writes to conf-tags: \w+ contains the marker and \w+ is changed/)
    const headers = { authorization: `Bearer ${token}` }
    const { data } = (await (await fetch(`${target.url}/api/conf-tags`, { headers })).json()) as { data: unknown[] }
    expect(data).toHaveLength(3)
  })

  it('tier 1 uses the attributes that are passed', async () => {
    const named = 'conf-tags:marker,name'
    const said = await cli(newFolder(), 'run', target.url, '--tier', '1', '--writable', named, '--quiet')
    expect(said).toMatchObject({ code: 0, error: '' })
    expect(said.out).not.toContain('Writes to')
  })

  it('tier 1 says which option is missing if it finds fewer than two attributes', async () => {
    const said = await cli(newFolder(), 'run', target.url, '--tier', '1', '--writable', 'conf-rules', '--quiet')
    expect(said.code).toBe(2)
    expect(said.error).toMatch(
      /The first entries show fewer than two text attributes .*--writable conf-rules:title,text/,
    )
    expect((await cli(newFolder(), 'clean')).out).toBe('No entries remain.\n')
  })
})

// A command that opens a pipe would block this process, so each runs in its own.
describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  const full = { CONFORMANCE_TOKEN: token }

  /** A folder with a named pipe that no process uses: opening it blocks. */
  function withPipe(name: string): string {
    const at = newFolder()
    execFileSync('mkfifo', [join(at, name)])
    return at
  }

  it.each([
    ['a report', 'report.json', ['run', 'URL', '--report', 'json', '--out', '.']],
    ['the page of clauses', 'clauses.html', ['run', 'URL', '--report', 'json', '--out', '.']],
    ['the folder of reports', 'pipe', ['run', 'URL', '--report', 'json', '--out', 'pipe']],
    ['the report to repeat', 'pipe', ['run', 'URL', '--failed', 'pipe']],
    ['a configuration that is passed', 'pipe.mjs', ['run', 'URL', '--config', 'pipe.mjs']],
    ['a configuration with the default name', 'conformance.config.json', ['run', 'URL']],
    ['a baseline that is passed', 'pipe', ['run', 'URL', '--baseline', 'pipe']],
    ['a baseline with the default name', 'conformance.baseline.json', ['run', 'URL']],
    ['the certificates', 'pipe', ['run', 'URL', '--ca', 'pipe']],
    ['the journals', 'pipe', ['run', 'URL', '--config', 'journal.mjs']],
    ['a proposal', 'pipe', ['doctor', 'URL', '--write', 'pipe']],
    ['a compared report', 'pipe', ['diff', 'pipe', 'pipe']],
    ['a matrix', 'm.md', ['matrix', 'name=URL', '--out', 'm']],
    ['the reasons of a matrix', 'pipe', ['matrix', 'name=URL', '--reasons', 'pipe']],
    ['a journal', 'pipe.jsonl', ['clean', '--run', 'pipe', '--config', 'here.mjs']],
  ])('is rejected as %s, without waiting for its other end', async (_, name, args) => {
    const target = await serve(createSecondServer().fetch)
    const at = withPipe(name)
    writeFileSync(join(at, 'journal.mjs'), "export default { journal: 'pipe' }")
    writeFileSync(join(at, 'here.mjs'), "export default { journal: '.' }")
    try {
      const said = await command(full, at, ...args.map((arg) => arg.replace('URL', target.url)))
      expect(said.error).toMatch(/a named pipe|not a directory/)
      expect(said.code).toBe(2)
    } finally {
      target.close()
    }
  })

  it('is rejected as the file of GITHUB_STEP_SUMMARY', async () => {
    const target = await serve(createSecondServer().fetch)
    const at = withPipe('summary')
    const step = { ...full, GITHUB_STEP_SUMMARY: join(at, 'summary') }
    const said = await command(step, at, 'run', target.url, '--only', 'write.create', '--report', 'github', '--quiet')
    target.close()
    expect(said).toMatchObject({ code: 2, error: expect.stringMatching(/summary .*a named pipe/) as string })
  })
})
