import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Stored with the data, and never committed to a repository. */
const file = fileURLToPath(new URL('./.data/token', import.meta.url))
const name = 'development'

/** Returns the token that may write. The first start creates it; later starts keep it, for any database. */
export async function developmentToken(api) {
  const token = await keptToken()
  if (await opens(api, token)) return token
  const known = await api.accounts.listTokens()
  if (known.some((one) => one.name === name)) await api.accounts.revokeToken(name)
  return api.accounts.createToken({ name, type: 'full-access', accessKey: token })
}

/** Returns the token of the last start, or undefined before the first one. */
export async function readToken() {
  return readFile(file, 'utf8').catch(() => undefined)
}

async function keptToken() {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

async function opens(api, token) {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await api.fetch(new Request('http://atlas/api/regions?pagination[pageSize]=1', { headers }))
  return status === 200
}
