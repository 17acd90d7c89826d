import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { openAtlas } from '../../examples/web/open-atlas.mjs'
import { openBrowser } from '../../packages/server/test/support/browser.ts'
import { installOnce } from './cached-packages.mjs'
import { inRoot } from './root.mjs'

const manifest = { private: true, type: 'module', dependencies: { 'oidc-provider': '9.13.3' } }

/** Signs in with the web example through oidc-provider, whose pages are of another site than the service. */
export async function browserSignIn({ say, check }) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-sign-in-'))
  /** @type {(() => unknown)[]} */
  const closers = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const [servicePort, providerPort, pagePort] = await Promise.all([freePort(), freePort(), freePort()])
    const url = `http://127.0.0.1:${servicePort}`
    const page = `http://127.0.0.1:${pagePort}`
    // Another site than the service, so that browsers keep cookies from forms of the provider.
    const issuer = `http://localhost:${providerPort}`
    const clients = [
      { client_id: 'atlas', client_secret: 'a-secret-of-the-client-atlas', redirect_uris: ['company', 'form'] },
    ]
    closers.push(await startProvider({ issuer, port: providerPort, url, clients, say }))
    const settings = {
      url,
      auth: {
        signInAsStrapi: true,
        jwt: { secret: 'a-secret-for-this-check-of-more-than-32-bytes' },
        providers: Object.fromEntries(
          ['company', 'form'].map((name) => [
            name,
            {
              issuer,
              clientId: 'atlas',
              clientSecret: 'a-secret-of-the-client-atlas',
              callbacks: [`${page}/`],
              ...(name === 'form' && { responseMode: 'form_post' }),
            },
          ]),
        ),
      },
    }
    const api = await openAtlas({ folder, cityStep: 5_000, settings })
    closers.push(() => api.close())
    await api.listen({ port: servicePort })
    closers.push(await servePage({ folder, url, port: pagePort }))
    const browser = await openBrowser()
    closers.push(() => browser.close())

    const names = { company: 'ada', form: 'bea' }
    for (const [provider, name] of Object.entries(names)) {
      const tab = await newTab(browser)
      await tab.goto(page)
      // The page of the example has a button for one provider. The client of another one starts in the same way.
      if (provider === 'company') {
        await tab.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
        await tab
          .getByRole('dialog')
          .getByRole('button', { name: `Sign in with ${provider}` })
          .click()
        await signInAtProvider(tab, name)
        await tab.getByRole('banner').getByText(name, { exact: true }).waitFor()
        check(`${provider}: the page of the example shows the user`, new URL(tab.url()).search, '')
        await tab.reload()
        await tab.getByRole('banner').getByText(name, { exact: true }).waitFor()
        check(`${provider}: the user stays signed in`, await userOf(tab, url), [name, 'company'])
      } else {
        const { address, verifier } = await startWithVerifier(url, provider)
        // The page is not the example's, so that the code stays in the address.
        await tab.route(`${page}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'signed in' }))
        await tab.goto(address)
        await signInAtProvider(tab, name)
        await tab.waitForURL(`${page}/**`)
        const code = new URL(tab.url()).searchParams.get('sign_in_code')
        const exchange = (codeVerifier) => post(`${url}/api/auth/${provider}/callback`, { code, codeVerifier })
        check(`${provider}: a code without its verifier is rejected`, (await exchange('x'.repeat(43))).status, 400)
        const { status, body } = await exchange(verifier)
        check(`${provider}: a form of another site signs in`, [status, body.user?.username], [200, name])
        check(`${provider}: a code is used once`, (await exchange(verifier)).status, 400)
      }
      await tab.context().close()
    }

    const tab = await newTab(browser)
    await tab.route(`${page}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'signed in' }))
    await tab.goto(`${url}/api/connect/company`)
    await signInAtProvider(tab, 'ada')
    await tab.waitForURL(`${page}/**`)
    const { search } = new URL(tab.url())
    check('as in Strapi 4: the address has a token', [...new URLSearchParams(search).keys()], ['access_token'])
    const signedIn = await fetch(`${url}/api/auth/company/callback${search}`)
    const body = await signedIn.json()
    check('as in Strapi 4: the token signs in', [signedIn.status, body.user?.username], [200, 'ada'])
    check('as in Strapi 4: once', (await fetch(`${url}/api/auth/company/callback${search}`)).status, 400)

    // An attacker sends the address of the provider's response to a victim. The browser of the attacker
    // has no cookie any more, so that the response isn't used yet.
    const attacker = await newTab(browser)
    await attacker.goto((await startWithVerifier(url, 'company')).address)
    await attacker.context().clearCookies({ name: 'content-api.sign-in' })
    await signInAtProvider(attacker, 'mallory')
    await attacker.waitForURL(`${url}/api/connect/company/callback?code=**`)
    const victim = await newTab(browser)
    await victim.goto((await startWithVerifier(url, 'company')).address)
    const response = await victim.goto(attacker.url())
    check("login CSRF: the response to an attacker's sign-in is rejected", response?.status(), 400)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function newTab(browser) {
  const context = await browser.newContext()
  const tab = await context.newPage()
  tab.setDefaultTimeout(60_000)
  return tab
}

/** Fills in the pages of oidc-provider for development: a login with any password, and the consent. */
async function signInAtProvider(tab, name) {
  await tab.locator('input[name=login]').fill(name)
  await tab.locator('input[name=password]').fill('any')
  await tab.getByRole('button', { name: 'Sign-in' }).click()
  await tab.getByRole('button', { name: 'Continue' }).click()
}

async function userOf(tab, url) {
  const token = await tab.evaluate(() => localStorage.getItem('atlas.token'))
  const response = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  const { username, provider } = await response.json()
  return [username, provider]
}

async function startWithVerifier(url, provider) {
  const verifier = `${crypto.randomUUID()}${crypto.randomUUID()}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const challenge = Buffer.from(digest).toString('base64url')
  return { verifier, address: `${url}/api/connect/${provider}?code_challenge=${challenge}` }
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** Starts oidc-provider. It supports Node 22 and newer, and warns under Node 20. Returns a function that ends it. */
async function startProvider({ issuer, port, url, clients, say }) {
  const folder = await installOnce('oidc-provider', manifest, { title: 'oidc-provider', note: 'seconds, 10 MB', say })
  const file = createRequire(join(folder, 'package.json')).resolve('oidc-provider')
  const { default: Provider } = await import(pathToFileURL(file).href)
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      ...client,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: client.redirect_uris.map((name) => `${url}/api/connect/${name}/callback`),
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, preferred_username: id }),
    }),
    cookies: { keys: ['a key of the cookies'] },
    pkce: { required: () => true },
  })
  const server = provider.listen(port)
  return () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
}

async function servePage({ folder, url, port }) {
  const { build, preview } = await import(
    pathToFileURL(createRequire(inRoot('examples', 'web', 'package.json')).resolve('vite')).href
  )
  const root = inRoot('examples', 'web')
  const configFile = join(root, 'vite.config.ts')
  process.env.VITE_API_URL = url
  process.env.VITE_SIGN_IN_PROVIDER = 'company'
  const outDir = join(folder, 'page')
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: false } })
  const server = await preview({ root, configFile, preview: { port, strictPort: true }, build: { outDir } })
  return () => server.close()
}

/** Returns a port that no process uses. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
