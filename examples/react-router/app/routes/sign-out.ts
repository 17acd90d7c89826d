import { redirect } from 'react-router'
import { apiContext } from '../service.server'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  await context.get(apiContext).auth.logout()
  return redirect('/')
}
