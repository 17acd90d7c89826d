import { SdkError } from './sdk-error.js'

/** The request was refused before it left, because it could not mean what was meant; `path` names the place. */
export class QueryError extends SdkError {
  override get name(): 'QueryError' {
    return 'QueryError'
  }

  declare readonly path: string
}

/** @throws QueryError always: what stands at the path can't mean what was meant */
export function refuse(path: string, problem: string): never {
  throw Object.assign(new QueryError(`${path} ${problem}`), { path })
}
