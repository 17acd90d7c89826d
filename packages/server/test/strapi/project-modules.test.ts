import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { writeProject } from '../support/write-project.js'

const folder = await mkdtemp(join(tmpdir(), 'content-api-modules-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function projectOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const project = join(folder, name)
  const schema = { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } }
  const all = { 'src/api/note/content-types/note/schema.json': JSON.stringify(schema), ...files }
  await writeProject(project, all)
  return project
}

const routes = `{ routes: [{ method: 'GET', path: '/greeting', handler: 'greeting.say' }] }`
const projects = {
  'CommonJS in a package of ECMAScript modules': {
    'package.json': '{ "type": "module" }',
    'src/greeting.js': `module.exports = { text: 'hello' }`,
    'src/api/greeting/routes/greeting.js': `module.exports = ${routes}`,
    'src/api/greeting/controllers/greeting.js': `const { text } = require('../../../greeting')\nmodule.exports = { say(ctx) { ctx.body = { text } } }`,
  },
  TypeScript: {
    'package.json': '{}',
    'src/greeting.ts': `export const text: string = 'hello'`,
    'src/api/greeting/routes/greeting.ts': `export default ${routes}`,
    'src/api/greeting/controllers/greeting.ts': `import { text } from '../../../greeting'\nexport default { say(ctx: { body: object }) { ctx.body = { text } } }`,
  },
  'TypeScript that extends a configuration of a package that is not installed': {
    'package.json': '{}',
    'tsconfig.json': `{
      // As Strapi's generator writes it.
      "extends": "@strapi/typescript-utils/tsconfigs/server",
      "compilerOptions": { "paths": { "@texts/*": ["./src/texts/*"], "@greeting": ["./src/greeting.ts"] } },
    }`,
    'src/greeting.ts': `import { word } from '@texts/word'\nexport const text: string = word`,
    'src/texts/word.ts': `export const word: string = 'hello'`,
    'src/api/greeting/routes/greeting.ts': `export default ${routes}`,
    'src/api/greeting/controllers/greeting.ts': `import { text } from '@greeting'\nexport default { say(ctx: { body: object }) { ctx.body = { text } } }`,
  },
  'TypeScript whose own base configuration has the aliases': {
    'package.json': '{}',
    'tsconfig.json': '{ "extends": "./tsconfig.base" }',
    'tsconfig.base.json': `{ "extends": "missing/server", "compilerOptions": { "baseUrl": "src", "paths": { "~/*": ["lib/*"] } } }`,
    'src/lib/greeting.ts': `export const text: string = 'hello'`,
    'src/api/greeting/routes/greeting.ts': `export default ${routes}`,
    'src/api/greeting/controllers/greeting.ts': `import { text } from '~/greeting'\nexport default { say(ctx: { body: object }) { ctx.body = { text } } }`,
  },
}

it.each(Object.keys(projects) as (keyof typeof projects)[])(
  'runs a project in %s, from a relative path',
  async (name) => {
    const project = await projectOf(name, projects[name])
    const api = await createContentApi({ project: relative(process.cwd(), project), database: ':memory:' })
    try {
      const response = await api.fetch(new Request('http://localhost/api/greeting'))
      expect(await response.json()).toEqual({ text: 'hello' })
    } finally {
      await api.close()
    }
  },
)
