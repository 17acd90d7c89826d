import { checkProgram, type Project } from './code-rules.js'
import { collectionNames } from './entry-calls.js'
import { readsEnvelopes } from './envelopes.js'
import { type Finding, reasons, type Report } from './finding.js'
import { importParser, type Parse } from './parse.js'
import { readSourceFiles, type SourceFile } from './source-files.js'
import type { Node } from './syntax.js'
import { checkDocuments } from './text-rules.js'

/** The code of a project that means something else in Strapi 5. */
export interface UpgradeReport {
  /** In the order of files and lines. */
  readonly findings: readonly Finding[]
  /** The number of files that were read. */
  readonly files: number
  /** The files that could not be parsed, with the reason. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[]
}

/**
 * Lists the code in a folder that means something else in Strapi 5. Reads JavaScript, TypeScript, Vue,
 * Svelte, Astro and GraphQL files. It reads no types: it follows a value within its file, so that it may list
 * code of other libraries, too. It changes no file.
 *
 * @throws Error when the folder can't be read, or `@babel/parser` is not installed
 * @example
 * ```ts
 * import { checkUpgrade } from '@content-api/sdk/codegen'
 *
 * const { findings } = await checkUpgrade('./src')
 * for (const { file, line, reason } of findings) console.log(`${file}:${line} ${reason}`)
 * ```
 */
export async function checkUpgrade(folder: string): Promise<UpgradeReport> {
  const files = await readSourceFiles(folder)
  const parse = await importParser()
  const unreadable: { file: string; reason: string }[] = []
  const programs = new Map<SourceFile, Node>()
  for (const file of files) {
    if (file.isGraphQL) continue
    const parsed = parseFile(file, parse)
    if ('program' in parsed) programs.set(file, parsed.program)
    else unreadable.push({ file: file.path, reason: parsed.reason })
  }
  const collections = new Set([...programs.values()].flatMap(collectionNames))
  const hasEnvelopes = [...programs.values()].some(readsEnvelopes)
  const findings = files.flatMap((file) => checkFile(file, programs.get(file), { collections, hasEnvelopes }))
  return { findings, files: files.length, unreadable }
}

function parseFile({ code, path }: SourceFile, parse: Parse): { program: Node } | { reason: string } {
  try {
    return { program: parse(code, path) }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

function checkFile(file: SourceFile, program: Node | undefined, project: Project): Finding[] {
  const lines = file.code.split('\n')
  const found = new Map<string, Finding>()
  const report: Report = (rule, { line }) => {
    const code = (lines[line - 1] ?? '').trim()
    found.set(`${line} ${rule}`, { file: file.path, line, rule, reason: reasons[rule], code })
  }
  if (file.isGraphQL) checkDocuments(file.code, report)
  if (program !== undefined) checkProgram(program, { ...project, report })
  return [...found.values()].toSorted((a, b) => a.line - b.line)
}

/** Returns the report as text: one line per finding, with its line of code below, and a summary. */
export function printUpgradeReport({ findings, files, unreadable }: UpgradeReport): string {
  const listed = findings.map(({ file, line, rule, reason, code }) => `${file}:${line} ${rule}: ${reason}\n  ${code}\n`)
  const failed = unreadable.map(({ file, reason }) => `${file} can't be parsed: ${reason}\n`)
  const inFiles = new Set(findings.map(({ file }) => file)).size
  const summary = `Findings: ${findings.length}, in ${inFiles} of ${files} files. No file was changed.\n`
  return [...listed, ...failed, summary].join('')
}
