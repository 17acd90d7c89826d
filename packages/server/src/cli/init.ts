import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { modelPackage, packageName, version } from './own-package.js'
import { CliError } from './report-error.js'
import { type StarterPackages, starterFiles } from './starter-project.js'

export interface InitOptions {
  /** A folder with package tarballs to install instead of the published packages. */
  readonly packages?: string
}

export async function init(folder: string, { packages }: InitOptions = {}): Promise<void> {
  const existing = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CliError(
      error.code === 'ENOTDIR'
        ? `"${folder}" is a file. Choose a new folder.`
        : `"${folder}" can't be read: ${error.message}`,
    )
  })
  if (existing.length > 0) throw new CliError(`"${folder}" isn't empty. Choose a new folder.`)
  const dependencies = packages === undefined ? published : await packedIn(packages, folder)
  for (const [path, content] of Object.entries(starterFiles(dependencies))) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    console.log(`  ${join(relative('.', folder) || '.', path)}`)
  }
  console.log(`\nNow run:\n\n  cd ${folder}\n  npm install\n  npm run dev`)
  if (packages === undefined) console.log(whenUnpublished)
}

const whenUnpublished = `
If npm doesn't find ${packageName}, it isn't published yet. Run in a clone of the repository:

  pnpm packages --keep .tmp/packages
  npx content-api init <new folder> --packages .tmp/packages`

const published: StarterPackages = { dependencies: { [packageName]: `^${version}` } }

/** Refers to tarballs by paths relative to the project, so that both folders can be moved together. */
async function packedIn(packages: string, folder: string): Promise<StarterPackages> {
  const specifierOf = async (name: string, version: string) => {
    const file = join(packages, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    await access(file).catch(() => {
      throw new CliError(
        `There is no file "${file}". Create it with "pnpm packages --keep <folder>" in a clone of the repository.`,
      )
    })
    return `file:${relative(resolve(folder), resolve(file)).replaceAll(sep, '/')}`
  }
  return {
    dependencies: { [packageName]: await specifierOf(packageName, version) },
    overrides: { [modelPackage.name]: await specifierOf(modelPackage.name, modelPackage.version) },
  }
}
