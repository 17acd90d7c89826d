/** An intended difference between this schema and the recorded one. `lines` matches lines of `differingFacts`. */
export interface MeantDifference {
  readonly lines: RegExp
  /** The number of matching lines. A difference that disappears must be removed here, and a new one needs a reason. */
  readonly met: number
  readonly because: string
}

export const meantDifferences: readonly MeantDifference[] = [
  {
    lines: /^\+ \w+Input\.(createdAt|updatedAt): \1: DateTime$/,
    met: 28,
    because: 'specification §2.6: XInput has createdAt and updatedAt; their values are ignored, as in REST',
  },
  {
    lines:
      /^\+ (ID|Boolean|String|Int|Long|Float|Date|Time|DateTime|JSON)FilterInput\.(startsWithi|endsWithi): \2: \1$/,
    met: 20,
    because: 'specification §4.3 has both operators',
  },
  {
    lines: /^- (Article\.secret: secret|Specimen\.pass: pass): String$/,
    met: 2,
    because: 'passwords are never returned, not even as hashes',
  },
  {
    lines: /^\+ Query\.(article|author)\(publicationState:\): publicationState: PublicationState = LIVE$/,
    met: 2,
    because: 'publicationState also applies to single entries, so that clients can request drafts',
  },
  {
    lines:
      /^[-+] (Article|Author|Category|Homepage|Tag)\.(related|localizations|articles|featured)\(publicationState:\): publicationState: PublicationState( = LIVE)?$/,
    met: 14,
    because: 'a relation without publicationState uses that of its parent, so it has no default',
  },
  {
    lines:
      /^- (UploadFolder|(Query|Mutation)\.\w*[uU]ploadFolders?\b|GenericMorph \| UploadFolder|UploadFile(Input|FiltersInput)\.folder(Path)?:)/,
    met: 63,
    because:
      'folders belong to the media library of the admin panel, which does not exist here; REST has no folders either',
  },
  {
    lines:
      /^- UploadFileInput\.(width|height|formats|hash|ext|mime|size|url|previewUrl|provider|provider_metadata): \1: \w+$/,
    met: 11,
    because:
      'the server derives these values from the content of a file: if clients could change the path, deleting one record would delete the file of another',
  },
  {
    lines: /^- Mutation\.createUploadFile\b/,
    met: 2,
    because: 'it would create records without content: upload and multipleUpload create files',
  },
  {
    lines:
      /^- (UsersPermissionsPermission|GenericMorph \| UsersPermissionsPermission|UsersPermissionsRole(FiltersInput)?\.permissions)/,
    met: 25,
    because:
      'the permissions of a role are not content: REST returns them to callers who may read roles (GET /users-permissions/roles/:id)',
  },
  {
    lines: /^- UsersPermissionsRoleInput\.permissions:/,
    met: 1,
    because:
      'the ids of permissions belong to one role: Strapi 4 accepts those of another role and removes all permissions',
  },
  {
    lines: /^- GenericMorph \| I18NLocale: I18NLocale$/,
    met: 1,
    because: 'no relation leads to a locale',
  },
]

/** Types and fields whose description differs. Everything that Strapi describes also has a description here. */
export const reworded: readonly string[] = [
  'Date',
  'DateTime',
  'I18NLocaleCode',
  'JSON',
  'Long',
  'Mutation.changePassword',
  'Mutation.createUsersPermissionsRole',
  'Mutation.createUsersPermissionsUser',
  'Mutation.deleteUsersPermissionsRole',
  'Mutation.deleteUsersPermissionsUser',
  'Mutation.emailConfirmation',
  'Mutation.resetPassword',
  'Mutation.updateUsersPermissionsRole',
  'Mutation.updateUsersPermissionsUser',
  'Time',
  'Upload',
]
