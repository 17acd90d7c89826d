import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { type ConfigInput, createContentApi } from '../../src/index.js'
import { password, secret } from '../support/service.js'
import { type ProjectFiles, writeProject } from '../support/write-project.js'

/** A provider that keeps its mails in a file of the project, as one in `node_modules` would send them. */
const provider = `module.exports = {
  provider: 'record',
  init(providerOptions, settings) {
    return {
      async send(options) {
        if (options.to === 'nobody@app.example') throw { message: 'no such mailbox' }
        if (options.to === 'wrong@app.example') throw Object.assign(new Error('no such domain'), { statusCode: 400 })
        globalThis.sentByProvider ??= []
        globalThis.sentByProvider.push({ providerOptions, from: settings.defaultFrom, ...options })
        return { accepted: [options.to] }
      },
    }
  },
}`

const plugins = (email: string) => ({ 'config/plugins.js': `module.exports = ({ env }) => ({ email: ${email} })` })

const usual: ProjectFiles = {
  'package.json': '{ "dependencies": { "@strapi/strapi": "4.26.2" } }',
  'node_modules/strapi-provider-email-record/package.json': '{ "main": "lib/index.js" }',
  'node_modules/strapi-provider-email-record/lib/index.js': provider,
  ...plugins(`{ config: {
    provider: 'record', providerOptions: { apiKey: env('MAIL_KEY', 'own key') }, settings: { defaultFrom: 'us@app.example' },
  } }`),
  'src/api/tool/routes/tool.js': `module.exports = { routes: [
    { method: 'POST', path: '/send', handler: 'tool.send', config: { auth: false } },
  ] }`,
  'src/api/tool/controllers/tool.js': `module.exports = {
    send: async (ctx) => { ctx.body = await strapi.plugin('email').service('email').send(ctx.request.body) },
  }`,
}

type Options = { readonly development?: boolean; readonly config?: ConfigInput }

async function open(files: ProjectFiles, { development = true, config = {} }: Options = {}) {
  const project = await mkdtemp(join(tmpdir(), 'content-api-mail-'))
  onTestFinished(() => rm(project, { recursive: true }))
  await writeProject(project, { ...usual, ...files })
  const auth = { jwt: { secret } }
  const api = await createContentApi({
    project,
    database: ':memory:',
    development,
    log: () => undefined,
    config: { auth, permissions: { public: ['plugin::users-permissions.auth.forgotPassword'] }, ...config },
  })
  onTestFinished(() => api.close())
  const ask = (path: string, body?: object, headers = {}) =>
    api.fetch(
      new Request(`http://localhost${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )
  return { api, ask, project }
}

const sent = () => (globalThis as { sentByProvider?: Record<string, unknown>[] }).sentByProvider?.splice(0) ?? []

it('a provider of config/plugins sends the mails of accounts and of project code, and a page shows them', async () => {
  const { api, ask } = await open({})
  await api.accounts.createUser({ username: 'alice', email: 'alice@app.example', password })
  expect((await ask('/api/auth/forgot-password', { email: 'alice@app.example' })).status).toBe(200)
  await expect.poll(async () => (await ask('/content-api/mail')).text()).toContain('Reset your password')
  const [reset] = sent()
  expect(reset).toMatchObject({
    providerOptions: { apiKey: 'own key' },
    from: 'us@app.example',
    to: 'alice@app.example',
    subject: 'Reset your password',
  })

  const own = { to: ['a@app.example'], subject: '<b>Hi</b>', html: '<p>Hello</p>', attachments: [{ content: 'x' }] }
  expect(await (await ask('/api/send', own)).json()).toEqual({ accepted: [['a@app.example']] })
  expect(sent()).toMatchObject([own])
  expect((await ask('/api/send', { to: 'nobody@app.example', subject: 'Lost' })).status).toBe(500)

  const list = await (await ask('/content-api/mail')).text()
  expect(list.match(/\/content-api\/mail\/\d+/g)).toEqual([3, 2, 1].map((number) => `/content-api/mail/${number}`))
  expect(list).toContain('&lt;b&gt;Hi&lt;/b&gt;')
  expect(list).toContain('failed: The e-mail provider &quot;record&quot; failed: no such mailbox')
  expect(list).not.toContain('<b>')
  const page = await ask('/content-api/mail/2')
  expect(await page.text()).toContain('<iframe sandbox title="HTML of the mail" src="/content-api/mail/2/html">')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await ask('/content-api/mail/2/html', undefined, { origin: 'http://localhost:3000' })
  expect(await html.text()).toBe('<p>Hello</p>')
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox;/)
  // The mails contain codes, which pages of other origins must not read.
  expect(html.headers.get('access-control-allow-origin')).toBeNull()
  expect((await ask('/content-api/mail', undefined, { host: 'evil.example' })).status).toBe(403)
  expect((await ask('/content-api/mail/9')).status).toBe(404)
  for (let count = 0; count < 60; count++) await ask('/api/send', { to: 'a@app.example', subject: 'Again' })
  expect((await (await ask('/content-api/mail')).text()).match(/<td>accepted/g)).toHaveLength(50)
  sent()
})

const allowed = { permissions: { public: ['plugin::email.email.send'] } }

it('clients send mails by POST /api/email if they have the permission, as in Strapi 4.26', async () => {
  const denied = await open({})
  const mail = { to: 'a@app.example', subject: 'Hi', text: 'Hello', html: '<p>Hello</p>', replyTo: 'b@app.example' }
  expect((await denied.ask('/api/email', mail)).status).toBe(403)
  const { ask } = await open({}, { config: allowed })
  for (const [path, to] of [
    ['/api/email', 'a@app.example'],
    ['/api/email/', ['a@app.example', 'b@app.example']],
  ] as const) {
    const response = await ask(path, { ...mail, to })
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect(sent()).toMatchObject([{ ...mail, to, from: 'us@app.example' }])
  }
  expect((await ask('/api/email', { ...mail, to: 'nobody@app.example' })).status).toBe(500)
  const rejected = await ask('/api/email', { ...mail, to: 'wrong@app.example' })
  expect([rejected.status, (await rejected.json()).error.message]).toEqual([400, 'no such domain'])
  expect(sent()).toEqual([])
})

it.each([
  [{}, 'to is a required field'],
  [{ to: [] }, 'to must be an e-mail address or a list of them'],
  [{ to: { name: 'a', address: 'a@app.example' } }, 'to must be an e-mail address or a list of them'],
  [{ to: 'a@app.example\r\nBcc: b@app.example' }, 'to must be an e-mail address or a list of them'],
  [{ to: 'a@app.example', subject: 'Hi\nBcc: b@app.example' }, 'subject must be a string without line breaks'],
  [{ to: 'a@app.example', text: { path: '/etc/passwd' } }, 'text must be a string'],
  [{ to: 'a@app.example', attachments: [{ path: '/etc/passwd' }] }, 'attachments is not known here.'],
])('POST /api/email rejects %j', async (mail, message) => {
  const { ask } = await open({}, { config: allowed })
  const response = await ask('/api/email', mail)
  expect(response.status).toBe(400)
  expect((await response.json()).error.message).toContain(message)
  expect(sent()).toEqual([])
})

it('a route of the project comes before POST /api/email', async () => {
  const { ask } = await open({
    'src/api/tool/routes/tool.js': `module.exports = { routes: [
      { method: 'POST', path: '/email', handler: (ctx) => { ctx.body = 'own' }, config: { auth: false } },
    ] }`,
  })
  expect(await (await ask('/api/email', {})).text()).toBe('own')
})

it('a disabled plugin email sends no mail, and a warning says so', async () => {
  const files = plugins(`{ enabled: false, config: { provider: 'record' } }`)
  const { ask, project } = await open(files, { development: false, config: allowed })
  const response = await ask('/api/email', { to: 'a@app.example' })
  expect([response.status, (await response.json()).error.message]).toEqual([400, 'This service sends no mail'])
  expect((await examine(project)).text).toContain('email.enabled leaves out the settings of the plugin')
  expect(sent()).toEqual([])
})

it('a service in production shows no mails', async () => {
  const { ask } = await open({}, { development: false })
  await ask('/api/send', { to: 'a@app.example', subject: 'Hi' })
  expect(sent()).toHaveLength(1)
  expect((await ask('/content-api/mail')).status).toBe(404)
})

it.each([
  ['a folder of the project', './providers/post', { 'providers/post/index.js': provider }],
  [
    'a TypeScript file',
    './providers/post',
    { 'providers/post.ts': provider.replace('module.exports =', 'export default') },
  ],
  ['a local package that is not installed', 'post', { 'providers/strapi-provider-email-post/index.js': provider }],
  ['a package of Strapi', 'Post', { 'node_modules/@strapi/provider-email-post/index.js': provider }],
])('a provider may be %s', async (_title, name, files) => {
  const { ask } = await open({ ...files, ...plugins(`{ config: { provider: '${name}' } }`) }, { development: false })
  await ask('/api/send', { to: 'a@app.example', subject: 'Hi' })
  expect(sent()).toMatchObject([{ from: 'no-reply@localhost', subject: 'Hi' }])
})

it('a missing provider stops the start in production, and only warns in development', async () => {
  const files = plugins(`{ config: { provider: 'sendgrid' } }`)
  const mistake = `config/plugins: email.config.provider names "sendgrid", which is not installed in this project. Run "npm install @strapi/provider-email-sendgrid".`
  await expect(open(files, { development: false })).rejects.toThrow(mistake)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const { ask, project } = await open(files)
  expect((await ask('/api/send', { to: 'a@app.example', subject: 'Printed' })).status).toBe(204)
  expect(write.mock.calls.map(([text]) => text)).toContain('Mail to a@app.example: Printed\n  \n')
  const warning = `${mistake} In production the service doesn't start; in development mail is printed.`
  expect((await examine(project)).text).toContain(warning)
})

it.each([
  [
    { 'node_modules/strapi-provider-email-record/lib/index.js': 'throw new Error("no key")' },
    "can't be loaded: no key",
  ],
  [{ 'node_modules/strapi-provider-email-record/lib/index.js': 'module.exports = {}' }, 'exports no function "init"'],
  [
    { 'node_modules/strapi-provider-email-record/lib/index.js': 'exports.init = () => { throw new Error("bad") }' },
    'fails to start: bad',
  ],
  [{ 'node_modules/strapi-provider-email-record/lib/index.js': 'exports.init = () => ({})' }, 'has no function "send"'],
])('a provider that is no provider stops the start: %s', async (files, message) => {
  await expect(open(files)).rejects.toThrow(`email.config.provider names "record", which ${message}`)
})

it('`mail.smtp` of the configuration takes the place of a provider of config/plugins', async () => {
  const { api } = await open({}, { development: false, config: { mail: { smtp: 'smtp://127.0.0.1:1' } } })
  expect(api.config.mail.provider).toBeUndefined()
})
