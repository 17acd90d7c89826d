import { redirect } from 'next/navigation'
import { isSignedIn } from '../../service'
import { WriteForm } from './write-form'

export const metadata = { title: 'Write' }

export default async function Write() {
  if (!(await isSignedIn())) redirect('/sign-in')
  return (
    <>
      <h1>Write</h1>
      <WriteForm />
    </>
  )
}
