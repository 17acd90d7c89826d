import type { ContentType } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'

export const documentActions = [
  'findOne',
  'findFirst',
  'findMany',
  'count',
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
  'clone',
] as const

export type DocumentAction = (typeof documentActions)[number]

/** What a middleware gets. It may change `params` or replace it. */
export interface DocumentContext {
  readonly uid: string
  readonly contentType: ContentType
  readonly action: DocumentAction
  params: Values
}

/** Runs around an action. It returns the result of the action, which it may change. */
export type DocumentMiddleware = (context: DocumentContext, next: () => Promise<unknown>) => unknown

/** The middlewares of the actions on documents. They run in the order in which they were added. */
export interface DocumentMiddlewares {
  /** Whether there are any. */
  readonly exist: boolean
  /** @returns a function that removes the middleware. @throws ExtensionError for anything but a function */
  use(middleware: DocumentMiddleware): () => void
  /** Runs an action inside all middlewares. @param act gets the parameters after their changes */
  run<Result>(context: DocumentContext, act: (params: Values) => Promise<Result>): Promise<Result>
}

export function createDocumentMiddlewares(): DocumentMiddlewares {
  const middlewares: DocumentMiddleware[] = []
  return {
    get exist() {
      return middlewares.length > 0
    },
    use(middleware) {
      if (typeof middleware !== 'function') throw new ExtensionError('use() of documents needs a function.')
      middlewares.push(middleware)
      return () => {
        const index = middlewares.indexOf(middleware)
        if (index >= 0) middlewares.splice(index, 1)
      }
    },
    async run<Result>(context: DocumentContext, act: (params: Values) => Promise<Result>): Promise<Result> {
      // A middleware that is added or removed meanwhile applies to the next action.
      const current = [...middlewares]
      const runFrom = async (index: number): Promise<unknown> => {
        const middleware = current[index]
        return middleware ? middleware(context, () => runFrom(index + 1)) : act(context.params)
      }
      // A middleware may return anything, and project code gets it.
      return (await runFrom(0)) as Result
    },
  }
}
