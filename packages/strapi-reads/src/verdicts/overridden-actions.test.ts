import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { overriddenActions } from './overridden-actions.js'
import { sourceModule } from './source/source-module.js'

const registry = createRegistry({
  contentTypes: {
    'api::article.article': {
      kind: 'collectionType',
      info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
      attributes: { title: { type: 'string' } },
    },
  },
})

const controller = 'src/api/article/controllers/article.js'
const service = 'src/api/article/services/article.js'
const generated = {
  [controller]: `const { createCoreController } = require('@strapi/strapi').factories\nmodule.exports = createCoreController('api::article.article')`,
  [service]: `const { createCoreService } = require('@strapi/strapi').factories\nmodule.exports = createCoreService('api::article.article')`,
}

/** Returns the places of the reasons by action. */
function overridden(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const all = Object.entries({ ...generated, ...files })
  const modules = all.map(([file, source]) => sourceModule({ file, source }))
  return Object.fromEntries(
    [...overriddenActions(modules, registry)].map(([action, { file, line }]) => [
      action.replace('api::article.article.', ''),
      `${file}:${line}`,
    ]),
  )
}

const controllerOf = (methods: string) =>
  `const { createCoreController } = require('@strapi/strapi').factories\nmodule.exports = createCoreController('api::article.article', ${methods})`

describe('the actions of controllers and services', () => {
  it.each([
    [
      'overrides find',
      controller,
      controllerOf(`({ strapi }) => ({\n  async find(ctx) { return super.find(ctx) },\n})`),
      3,
      'find',
    ],
    ['overrides findOne', controller, controllerOf('{ findOne: (ctx) => ctx.send(1) }'), 2, 'findOne'],
    [
      'overrides a helper',
      controller,
      controllerOf('() => {\n  const own = {\n    sanitizeOutput() {} }\n  return own\n}'),
      4,
      'find findOne',
    ],
    ['computes its methods', controller, controllerOf('makeMethods()'), 2, 'find findOne'],
    ['computes a name', controller, controllerOf('({ [name]() {} })'), 2, 'find findOne'],
    ['spreads unknown methods', controller, controllerOf("({ ...require('./shared') })"), 2, 'find findOne'],
    ['is an object', controller, 'module.exports = {\n  find() {} }', 1, 'find findOne'],
    [
      'changes its exports',
      controller,
      `${generated[controller]}\nObject.assign(module.exports, {})`,
      2,
      'find findOne',
    ],
    [
      'has another type',
      controller,
      generated[controller]?.replace('article.article', 'home.home') ?? '',
      2,
      'find findOne',
    ],
    [
      'uses another factory',
      controller,
      `const { createCoreController } = require('./own')\nmodule.exports = createCoreController('api::article.article')`,
      2,
      'find findOne',
    ],
    [
      'overrides find of the service',
      service,
      `const { factories } = require('@strapi/strapi')\nmodule.exports = factories.createCoreService('api::article.article', () => ({\n  find() {}, helper() {} }))`,
      3,
      'find',
    ],
    [
      'overrides getFetchParams',
      service,
      `const { factories } = require('@strapi/strapi')\nmodule.exports = factories.createCoreService('api::article.article', { getFetchParams: (q) => q })`,
      2,
      'find findOne',
    ],
  ])('are overridden by a file that %s', (_, file, text, line, actions) => {
    expect(overridden({ [file]: text })).toEqual(
      Object.fromEntries(actions.split(' ').map((action) => [action, `${file}:${line}`])),
    )
  })

  it.each([
    ['the files of the generator', '{}'],
    [
      'methods of other names',
      `({ strapi }) => ({ async like(ctx) { return strapi.service('a').find({}) }, create() {} })`,
    ],
  ])('are generated in %s', (_, methods) => {
    expect(overridden({})).toEqual({})
    expect(overridden({ [controller]: controllerOf(methods) })).toEqual({})
  })

  it('are those of TypeScript, too', () => {
    const file = 'src/api/article/controllers/article.ts'
    const text = `import { factories } from '@strapi/strapi'
export default factories.createCoreController('api::article.article' as any, { async find(ctx: Context) {} })`
    const modules = [
      sourceModule({ file, source: text }),
      sourceModule({ file: service, source: generated[service] ?? '' }),
    ]
    expect([...overriddenActions(modules, registry)].map(([action, { line }]) => [action, line])).toEqual([
      ['api::article.article.find', 2],
    ])
  })

  it('need the files', () => {
    const [reason] = overriddenActions([], registry).values()
    expect(reason).toEqual({
      kind: 'code',
      message: 'api::article.article has no controller.',
      file: 'src/api/article/controllers',
    })
  })
})
