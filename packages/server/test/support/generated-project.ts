import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Files = Readonly<Record<string, string>>

const schema = {
  kind: 'collectionType',
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: true },
  pluginOptions: {},
  attributes: { text: { type: 'string' } },
}

const code = (part: string) => `createCore${part}('api::note.note')`

/** The files of `config/`, with the settings of a new Strapi 4 project. */
const settings = {
  admin: `({ env }) => ({
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  flags: { nps: env.bool('FLAG_NPS', true) },
})`,
  api: `{ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }`,
  middlewares: `['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body']`,
  plugins: `() => ({})`,
  server: `({ env }) => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS') },
  webhooks: { populateRelations: env.bool('WEBHOOKS_POPULATE_RELATIONS', false) },
})`,
}

/** As in a new project, the path is relative to the folder from which Strapi runs the file. */
const databaseFile = (folder: string) => `({ env }) => ({
  connection: {
    client: env('DATABASE_CLIENT', 'sqlite'),
    connection: { filename: path.join(__dirname, ${folder}, env('DATABASE_FILENAME', '.tmp/data.db')) },
    useNullAsDefault: true,
  },
})`

const manifest = {
  name: 'cms',
  private: true,
  scripts: { develop: 'strapi develop', start: 'strapi start' },
  dependencies: { '@strapi/strapi': '4.26.2', '@strapi/plugin-users-permissions': '4.26.2', 'better-sqlite3': '8.6.0' },
  strapi: { uuid: 'none' },
}

const tsconfig = {
  extends: '@strapi/typescript-utils/tsconfigs/server',
  compilerOptions: { outDir: 'dist', rootDir: '.' },
  include: ['./', './**/*.ts', 'src/**/*.json'],
}

const secret = 'c2VjcmV0IG9mIDE2IGJ5dA=='

const languages = {
  JavaScript: (): Files => ({
    ...inFolder('js', 'module.exports = '),
    'config/database.js': `const path = require('path')\nmodule.exports = ${databaseFile("'..'")}`,
    'src/index.js': 'module.exports = { register() {}, bootstrap() {} }',
    'src/api/note/controllers/note.js': `const { createCoreController } = require('@strapi/strapi').factories\nmodule.exports = ${code('Controller')}`,
    'src/api/note/services/note.js': `const { createCoreService } = require('@strapi/strapi').factories\nmodule.exports = ${code('Service')}`,
    'src/api/note/routes/note.js': `const { createCoreRouter } = require('@strapi/strapi').factories\nmodule.exports = ${code('Router')}`,
  }),
  TypeScript: (): Files => ({
    ...inFolder('ts', 'export default '),
    'tsconfig.json': JSON.stringify(tsconfig),
    'config/database.ts': `import path from 'path'\nexport default ${databaseFile("'..', '..'")}`,
    'src/index.ts': 'export default { register(/*{ strapi }*/) {}, bootstrap(/*{ strapi }*/) {} }',
    'src/api/note/controllers/note.ts': `import { factories } from '@strapi/strapi'\nexport default factories.${code('Controller')}`,
    'src/api/note/services/note.ts': `import { factories } from '@strapi/strapi'\nexport default factories.${code('Service')}`,
    'src/api/note/routes/note.ts': `import { factories } from '@strapi/strapi'\nexport default factories.${code('Router')}`,
  }),
}

const inFolder = (extension: string, exported: string): Files =>
  Object.fromEntries(Object.entries(settings).map(([name, text]) => [`config/${name}.${extension}`, exported + text]))

export type Language = keyof typeof languages

/** Writes a project with the files of Strapi's generator and one content type, `notes`. */
export async function writeGeneratedProject(folder: string, language: Language, more: Files = {}): Promise<void> {
  const files: Files = {
    'package.json': JSON.stringify(manifest),
    '.env': `HOST=0.0.0.0\nPORT=1337\nAPP_KEYS=${secret},${secret}\nAPI_TOKEN_SALT=${secret}\nADMIN_JWT_SECRET=${secret}\nTRANSFER_TOKEN_SALT=${secret}\n# Database\nDATABASE_CLIENT=sqlite\nDATABASE_FILENAME=.tmp/data.db\nJWT_SECRET=${secret}\n`,
    'src/api/note/content-types/note/schema.json': JSON.stringify(schema),
    'public/robots.txt': '',
    ...languages[language](),
    ...more,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}
