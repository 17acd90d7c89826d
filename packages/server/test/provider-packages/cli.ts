import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { installOnce } from '../../../../scripts/lib/cached-packages.mjs'
import { png } from '../../../../tests/support/png.js'
import { type ConfigInput, type ContentApi, createContentApi } from '../../src/index.js'
import { multipart } from '../support/multipart.js'
import { writeProject } from '../support/write-project.js'
import { startS3 } from '../support/s3-server.js'
import {
  type StandIn,
  startAzure,
  startCloudinary,
  startGoogle,
  startMailgun,
  startSendGrid,
  startSes,
  startSmtp,
} from './stand-ins.js'

// Runs upload and e-mail providers of Strapi from npm against stand-ins for their services: files are stored,
// replaced and deleted, and mails sent. The packages are installed once, outside of the workspace.

const packages = {
  '@strapi/provider-upload-cloudinary': '4.26.2',
  '@strapi/provider-upload-aws-s3': '4.26.2',
  'strapi-provider-upload-azure-storage': '3.5.0',
  '@strapi-community/strapi-provider-upload-google-cloud-storage': '4.10.5',
  '@strapi/provider-email-nodemailer': '4.26.2',
  '@strapi/provider-email-sendgrid': '4.26.2',
  '@strapi/provider-email-amazon-ses': '4.26.1',
  '@strapi/provider-email-mailgun': '4.25.24',
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const manifest = { private: true, dependencies: packages }
const title = 'providers of Strapi'
const folder = await installOnce('providers', manifest, { title, note: 'about a minute, 240 MB', say })
const load = createRequire(join(folder, 'package.json'))

let passed = 0
let failed = 0

function check(what: string, actual: unknown, expected: unknown): void {
  const isRight = isDeepStrictEqual(actual, expected)
  if (isRight) passed++
  else failed++
  say(
    `${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight ? '' : `: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`}`,
  )
}

/** Starts a service in production whose project has the installed packages. */
async function withService(config: ConfigInput, use: (api: ContentApi) => Promise<void>): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'content-api-packages-'))
  await symlink(join(folder, 'node_modules'), join(project, 'node_modules'))
  await writeProject(project, {
    'package.json': '{}',
    'src/api/page/content-types/page/schema.json': JSON.stringify({
      kind: 'collectionType',
      info: { singularName: 'page', pluralName: 'pages', displayName: 'page' },
      attributes: { cover: { type: 'media', multiple: false } },
    }),
  })
  const auth = { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } }
  const permissions = {
    public: [
      ...['upload', 'find', 'findOne', 'destroy'].map((name) => `plugin::upload.content-api.${name}`),
      'plugin::users-permissions.auth.forgotPassword',
      'api::page.page.create',
      'api::page.page.find',
    ],
  }
  const api = await createContentApi({ project, database: ':memory:', config: { auth, permissions, ...config } })
  try {
    await use(api)
  } finally {
    await api.close()
    await rm(project, { recursive: true })
  }
}

interface Uploads {
  readonly name: string
  readonly options: unknown
  /** Returns the names of the stored objects. */
  readonly names: () => Promise<readonly string[]> | readonly string[]
  /** The beginning of all URLs. */
  readonly url: string
  readonly isPrivate?: boolean
  /** A file that the service rejects with 400. */
  readonly rejected?: string
}

async function checkUploads({ name, options, names, url, rejected, isPrivate = false }: Uploads): Promise<void> {
  const upload = { provider: name, providerOptions: options, breakpoints: { small: 300 } }
  await withService({ upload }, async (api) => {
    const ask = async (method: string, path: string, content?: string | Buffer, filename = '') => {
      const form = content === undefined ? null : multipart([{ name: 'files', value: content, filename }])
      const body = form && { body: new Uint8Array(form.body), headers: { 'content-type': form.contentType } }
      const response = await api.fetch(new Request(`http://localhost${path}`, { method, ...body }))
      return { status: response.status, body: (await response.json()) as never }
    }
    type Stored = { id: number; url: string; formats: Record<string, { url: string }> }
    const created = await ask('POST', '/api/upload', png(400, 300), 'pic.png')
    check(`${name}: an image is stored`, created.status, 200)
    if (created.status !== 200) return
    const [record] = created.body as [Stored]
    const urls = [record.url, ...Object.values(record.formats).map((format) => format.url)]
    check(
      `${name}: the image and two smaller versions have URLs`,
      [...new Set(urls)].map((each) => each.startsWith(url)),
      [true, true, true],
    )
    check(`${name}: their contents are at the service`, (await names()).length, 3)
    const replaced = await ask('POST', `/api/upload?id=${record.id}`, png(200, 100), 'other.png')
    check(`${name}: a replacement keeps the URL`, (replaced.body as Stored).url, record.url)
    check(`${name}: a version that is no longer needed is deleted`, (await names()).length, 1)
    const text = await ask('POST', '/api/upload', 'a text\n'.repeat(200_000), 'long.txt')
    check(`${name}: a text of 1.4 MB is stored`, [text.status, (await names()).length], [200, 2])
    if (rejected !== undefined) {
      const { status, body } = await ask('POST', '/api/upload', rejected, 'bad.txt')
      const { error } = body as { error: { name: string } }
      check(
        `${name}: a rejected file leaves nothing`,
        [status, error.name, (await names()).length],
        [400, 'ValidationError', 2],
      )
    }
    const data = JSON.stringify({ data: { cover: record.id } })
    const json = { 'content-type': 'application/json' }
    await api.fetch(new Request('http://localhost/api/pages', { method: 'POST', headers: json, body: data }))
    const page = await ask('GET', '/api/pages?populate=cover')
    type Page = { attributes: { cover: { data: { attributes: { url: string; isUrlSigned?: boolean } } } } }
    const { attributes } = (page.body as { data: [Page] }).data[0].attributes.cover.data
    const isSigned = attributes.url.includes('X-Amz-Signature=')
    check(
      `${name}: entries have a signed URL if files are private`,
      [isSigned, attributes.isUrlSigned],
      [isPrivate, isPrivate || undefined],
    )
    await ask('DELETE', `/api/upload/files/${record.id}`)
    await ask('DELETE', `/api/upload/files/${(text.body as [Stored])[0].id}`)
    check(`${name}: deleted files are gone`, await names(), [])
  })
}

/** @param redirect sends the requests of a client to the stand-in, after its provider has set it up */
async function checkMail(name: string, service: StandIn, options: unknown, redirect = () => {}): Promise<void> {
  const settings = { defaultFrom: 'shop@shop.example', defaultReplyTo: 'reply@shop.example' }
  await withService({ mail: { provider: name, providerOptions: options, settings } }, async (api) => {
    redirect()
    await api.accounts.createUser({ username: 'alice', email: 'alice@app.example', password: 'Passw0rd!' })
    await api.fetch(
      new Request('http://localhost/api/auth/forgot-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'alice@app.example' }),
      }),
    )
  })
  // Closing the service has waited for its mails.
  const mail = service.stored.get('1') ?? ''
  const parts = ['alice@app.example', 'shop@shop.example', 'reply@shop.example', 'Reset your password', 'next hour']
  check(
    `${name}: a mail with its sender, recipient, subject and text`,
    parts.filter((part) => !mail.includes(part)),
    [],
  )
}

async function using(service: StandIn, work: (service: StandIn) => Promise<void>): Promise<void> {
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

// The client of Cloudinary has no option for trusted authorities.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
await using(await startCloudinary(), ({ url, stored }) =>
  checkUploads({
    name: 'cloudinary',
    options: { cloud_name: 'own', api_key: 'key', api_secret: 'secret', upload_prefix: url },
    names: () => [...stored.keys()],
    url: 'https://cloudinary.example/v1/',
    rejected: 'not an image',
  }),
)
await using(await startAzure(), ({ url, stored }) =>
  checkUploads({
    name: 'strapi-provider-upload-azure-storage',
    options: {
      authType: 'default',
      account: 'own',
      accountKey: Buffer.from('key').toString('base64'),
      serviceBaseURL: `${url}/own`,
      containerName: 'content',
      defaultPath: 'assets',
    },
    names: () => [...stored.keys()],
    url: `${url}/own/content/assets/`,
  }),
)
await using(await startGoogle(), async ({ url, stored }) => {
  process.env['STORAGE_EMULATOR_HOST'] = url
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await checkUploads({
    name: '@strapi-community/strapi-provider-upload-google-cloud-storage',
    options: {
      bucketName: 'content',
      publicFiles: true,
      uniform: true,
      serviceAccount: { project_id: 'own', client_email: 'own@example.com', private_key: key },
    },
    names: () => [...stored.keys()],
    url: 'https://storage.googleapis.com/content/',
  })
})
const s3 = await startS3()
const { bucket, endpoint, accessKeyId, secretAccessKey } = s3.s3
try {
  await checkUploads({
    name: 'aws-s3',
    options: {
      rootPath: 'shop',
      s3Options: {
        credentials: { accessKeyId, secretAccessKey },
        region: 'us-east-1',
        endpoint,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        params: { Bucket: bucket, ACL: 'private' },
      },
    },
    names: () => s3.names(),
    isPrivate: true,
    // The client of Amazon leaves out the port.
    url: `http://127.0.0.1/${bucket}/shop/`,
  })
} finally {
  await s3.close()
}

await using(await startSmtp(), (service) =>
  checkMail('nodemailer', service, { host: '127.0.0.1', port: service.port, ignoreTLS: true }),
)
await using(await startSendGrid(), async (service) => {
  const { client } = load('@sendgrid/mail') as { client: { setDefaultRequest(key: string, value: string): void } }
  const redirect = () => client.setDefaultRequest('baseUrl', `${service.url}/`)
  await checkMail('sendgrid', service, { apiKey: 'SG.own' }, redirect)
})
await using(await startMailgun(), (service) =>
  checkMail('mailgun', service, { key: 'own', domain: 'shop.example', url: service.url }),
)
await using(await startSes(), (service) =>
  checkMail('amazon-ses', service, { key: 'own', secret: 'own', amazon: service.url }),
)

say(`${passed} passed, ${failed} failed`)
// Clients of some services keep connections.
process.exit(failed === 0 ? 0 : 1)
