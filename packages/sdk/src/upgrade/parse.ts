import type * as Parser from '@babel/parser'
import type { Node } from './syntax.js'

/** Parses the code of a file. Throws for code that is no JavaScript or TypeScript. */
export type Parse = (code: string, file: string) => Node

/** Returns the parser. It is an optional package, because only the check of an upgrade needs it. */
export async function importParser(): Promise<Parse> {
  const { parse } = await importPackage()
  return (code, file) => {
    const jsx = /\.[mc]?ts$/.test(file) ? [] : (['jsx'] as const)
    const { program } = parse(code, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
      plugins: ['typescript', 'decorators-legacy', ...jsx],
    })
    return program as unknown as Node
  }
}

async function importPackage(): Promise<typeof Parser> {
  try {
    return await import('@babel/parser')
  } catch (cause) {
    throw new Error('Checking an upgrade needs @babel/parser: npm install --save-dev @babel/parser', { cause })
  }
}
