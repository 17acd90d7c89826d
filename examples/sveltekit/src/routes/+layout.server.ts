import { showsDrafts } from './preview/drafts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async ({ locals, cookies }) => ({
  cmsURL: process.env['CMS_URL'] ?? 'http://localhost:1337',
  isSignedIn: (await locals.api.auth.token()) !== undefined,
  showsDrafts: showsDrafts(cookies),
})
