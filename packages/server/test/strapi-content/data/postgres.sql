-- The same project on PostgreSQL, as its own process filled it.
CREATE TABLE admin_permissions ( id integer NOT NULL, action character varying(255), action_parameters jsonb, subject character varying(255), properties jsonb, conditions jsonb, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE admin_permissions_role_links ( id integer NOT NULL, permission_id integer, role_id integer, permission_order double precision );
CREATE TABLE admin_roles ( id integer NOT NULL, name character varying(255), code character varying(255), description character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE admin_users ( id integer NOT NULL, firstname character varying(255), lastname character varying(255), username character varying(255), email character varying(255), password character varying(255), reset_password_token character varying(255), registration_token character varying(255), is_active boolean, blocked boolean, prefered_language character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE admin_users_roles_links ( id integer NOT NULL, user_id integer, role_id integer, role_order double precision, user_order double precision );
CREATE TABLE articles ( id integer NOT NULL, title character varying(255), slug character varying(255), code character varying(255), summary text, body text, kind character varying(255), contact_email character varying(255), secret character varying(255), internal_note character varying(255), publish_date date, publish_time time without time zone, event_at timestamp(6) without time zone, stamped_at timestamp(6) without time zone, rating integer, views bigint, score double precision, price numeric(10,2), featured boolean, extra jsonb, rich_blocks jsonb, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, published_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer, locale character varying(255) );
CREATE TABLE articles_author_links ( id integer NOT NULL, article_id integer, author_id integer, article_order double precision );
CREATE TABLE articles_category_links ( id integer NOT NULL, article_id integer, category_id integer, article_order double precision );
CREATE TABLE articles_components ( id integer NOT NULL, entity_id integer, component_id integer, component_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE articles_detail_links ( id integer NOT NULL, article_id integer, detail_id integer );
CREATE TABLE articles_localizations_links ( id integer NOT NULL, article_id integer, inv_article_id integer, article_order double precision );
CREATE TABLE articles_main_tag_links ( id integer NOT NULL, article_id integer, tag_id integer );
CREATE TABLE articles_memo_links ( id integer NOT NULL, article_id integer, memo_id integer );
CREATE TABLE articles_owner_links ( id integer NOT NULL, article_id integer, user_id integer );
CREATE TABLE articles_related_links ( id integer NOT NULL, article_id integer, inv_article_id integer, article_order double precision );
CREATE TABLE articles_tags_links ( id integer NOT NULL, article_id integer, tag_id integer, tag_order double precision, article_order double precision );
CREATE TABLE articles_way_tags_links ( id integer NOT NULL, article_id integer, tag_id integer, tag_order double precision );
CREATE TABLE authors ( id integer NOT NULL, name character varying(255), email character varying(255), country character varying(255), bio text, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, published_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE categories ( id integer NOT NULL, name character varying(255), description text, rank integer, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE components_blocks_gallery ( id integer NOT NULL, title character varying(255) );
CREATE TABLE components_blocks_gallery_components ( id integer NOT NULL, entity_id integer, component_id integer, component_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE components_blocks_quote ( id integer NOT NULL, text text, stars integer );
CREATE TABLE components_blocks_quote_author_links ( id integer NOT NULL, quote_id integer, author_id integer );
CREATE TABLE components_shared_link ( id integer NOT NULL, label character varying(255), url character varying(255), target character varying(255), hidden character varying(255) );
CREATE TABLE components_shared_seo ( id integer NOT NULL, meta_title character varying(255), meta_description text, no_index boolean );
CREATE TABLE components_shared_seo_components ( id integer NOT NULL, entity_id integer, component_id integer, component_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE details ( id integer NOT NULL, note character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE files ( id integer NOT NULL, name character varying(255), alternative_text character varying(255), caption character varying(255), width integer, height integer, formats jsonb, hash character varying(255), ext character varying(255), mime character varying(255), size numeric(10,2), url character varying(255), preview_url character varying(255), provider character varying(255), provider_metadata jsonb, folder_path character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE files_folder_links ( id integer NOT NULL, file_id integer, folder_id integer, file_order double precision );
CREATE TABLE files_related_morphs ( id integer NOT NULL, file_id integer, related_id integer, related_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE homepages ( id integer NOT NULL, headline character varying(255), intro text, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, published_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer, locale character varying(255) );
CREATE TABLE homepages_components ( id integer NOT NULL, entity_id integer, component_id integer, component_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE homepages_featured_links ( id integer NOT NULL, homepage_id integer, article_id integer, article_order double precision );
CREATE TABLE homepages_localizations_links ( id integer NOT NULL, homepage_id integer, inv_homepage_id integer, homepage_order double precision );
CREATE TABLE i18n_locale ( id integer NOT NULL, name character varying(255), code character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE memos ( id integer NOT NULL, text character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE menu_items ( id integer NOT NULL, label character varying(255), url character varying(255), "position" integer, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE menu_items_parent_links ( id integer NOT NULL, menu_item_id integer, inv_menu_item_id integer, menu_item_order double precision );
CREATE TABLE notes ( id integer NOT NULL, text character varying(255), target_id integer, target_type character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE notes_subjects_morphs ( id integer NOT NULL, note_id integer, subjects_id integer, subjects_type character varying(255), field character varying(255), "order" double precision );
CREATE TABLE settings ( id integer NOT NULL, site_name character varying(255), maintenance boolean, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE specimens ( id integer NOT NULL, str character varying(255), txt text, rich text, enm character varying(255), mail character varying(255), pass character varying(255), uid character varying(255), priv character varying(255), day date, tod time without time zone, at timestamp(6) without time zone, stamp timestamp(6) without time zone, "int" integer, big bigint, flt double precision, "dec" numeric(10,2), flag boolean, obj jsonb, blk jsonb, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE strapi_api_token_permissions ( id integer NOT NULL, action character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE strapi_api_token_permissions_token_links ( id integer NOT NULL, api_token_permission_id integer, api_token_id integer, api_token_permission_order double precision );
CREATE TABLE strapi_api_tokens ( id integer NOT NULL, name character varying(255), description character varying(255), type character varying(255), access_key character varying(255), last_used_at timestamp(6) without time zone, expires_at timestamp(6) without time zone, lifespan bigint, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE strapi_core_store_settings ( id integer NOT NULL, key character varying(255), value text, type character varying(255), environment character varying(255), tag character varying(255) );
CREATE TABLE strapi_transfer_token_permissions ( id integer NOT NULL, action character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE strapi_transfer_token_permissions_token_links ( id integer NOT NULL, transfer_token_permission_id integer, transfer_token_id integer, transfer_token_permission_order double precision );
CREATE TABLE strapi_transfer_tokens ( id integer NOT NULL, name character varying(255), description character varying(255), access_key character varying(255), last_used_at timestamp(6) without time zone, expires_at timestamp(6) without time zone, lifespan bigint, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE tags ( id integer NOT NULL, name character varying(255), color character varying(255), weight integer, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE up_permissions ( id integer NOT NULL, action character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE up_permissions_role_links ( id integer NOT NULL, permission_id integer, role_id integer, permission_order double precision );
CREATE TABLE up_roles ( id integer NOT NULL, name character varying(255), description character varying(255), type character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE up_users ( id integer NOT NULL, username character varying(255), email character varying(255), provider character varying(255), password character varying(255), reset_password_token character varying(255), confirmation_token character varying(255), confirmed boolean, blocked boolean, created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE up_users_role_links ( id integer NOT NULL, user_id integer, role_id integer, user_order double precision );
CREATE TABLE upload_folders ( id integer NOT NULL, name character varying(255), path_id integer, path character varying(255), created_at timestamp(6) without time zone, updated_at timestamp(6) without time zone, created_by_id integer, updated_by_id integer );
CREATE TABLE upload_folders_parent_links ( id integer NOT NULL, folder_id integer, inv_folder_id integer, folder_order double precision );
INSERT INTO admin_permissions (id, action, action_parameters, subject, properties, conditions, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'plugin::content-manager.explorer.create', '{}', 'api::article.article', '{"fields": ["title", "slug", "code", "summary", "body", "kind", "contactEmail", "secret", "internalNote", "publishDate", "publishTime", "eventAt", "stampedAt", "rating", "views", "score", "price", "featured", "extra", "richBlocks", "cover", "attachments", "seo.metaTitle", "seo.metaDescription", "seo.noIndex", "seo.metaImage", "seo.canonical.label", "seo.canonical.url", "seo.canonical.target", "seo.canonical.hidden", "links.label", "links.url", "links.target", "links.hidden", "zone", "category", "tags", "author", "detail", "mainTag", "wayTags", "related", "memo", "owner"]}', '[]', '2026-11-22 11:33:06.165', '2026-11-22 11:33:06.165', NULL, NULL),
('2', 'plugin::content-manager.explorer.create', '{}', 'api::author.author', '{"fields": ["name", "email", "country", "bio", "avatar", "articles"]}', '[]', '2026-11-22 11:33:06.17', '2026-11-22 11:33:06.17', NULL, NULL);
INSERT INTO admin_permissions_role_links (id, permission_id, role_id, permission_order) VALUES
('1', '1', '2', '1'),
('2', '2', '2', '2');
INSERT INTO admin_roles (id, name, code, description, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Super Admin', 'strapi-super-admin', 'Super Admins can access and manage all features and settings.', '2026-11-22 11:33:06.152', '2026-11-22 11:33:06.152', NULL, NULL),
('2', 'Editor', 'strapi-editor', 'Editors can manage and publish contents including those of other users.', '2026-11-22 11:33:06.156', '2026-11-22 11:33:06.156', NULL, NULL),
('3', 'Author', 'strapi-author', 'Authors can manage the content they have created.', '2026-11-22 11:33:06.158', '2026-11-22 11:33:06.158', NULL, NULL);
INSERT INTO admin_users (id, firstname, lastname, username, email, password, reset_password_token, registration_token, is_active, blocked, prefered_language, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Root', 'Admin', 'root', 'root@example.com', '$2a$10$yPOUGWh73/jXxvQFRZYWFuXpTEiH9iL/0O8Hw.rJe2T.7eyIgU7le', NULL, NULL, 't', 'f', NULL, '2026-11-22 11:33:06.875', '2026-11-22 11:33:06.875', NULL, NULL);
INSERT INTO admin_users_roles_links (id, user_id, role_id, role_order, user_order) VALUES
('1', '1', '1', '1', '1');
INSERT INTO articles (id, title, slug, code, summary, body, kind, contact_email, secret, internal_note, publish_date, publish_time, event_at, stamped_at, rating, views, score, price, featured, extra, rich_blocks, created_at, updated_at, published_at, created_by_id, updated_by_id, locale) VALUES
('1', 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$KvztjKjPuS751NrsFpa5K.Apb/i/lkJ.sAyeUUynLzSHNehaFp6pC', 'private alpha', '2024-02-29', '08:30:00', '2024-03-01 10:00:00', '2024-03-01 10:00:00', '7', '9007199254740993', '0.5', '12.50', 't', '{"a": 1, "b": [1, 2, {"c": null}], "s": "x"}', '[{"type": "paragraph", "children": [{"text": "Hello", "type": "text"}]}]', '2024-01-05 00:00:00', '2024-01-06 00:00:00', '2024-01-10 00:00:00', NULL, NULL, 'en'),
('2', 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$eXc1bSo8WTi7NF19hZp94.1gurtGlT1JEaofAcjr2Q.zqFUsPso0i', 'private bravo', '2024-03-01', '23:59:59.999', '2024-03-02 00:00:00', '2024-03-02 00:00:00', '3', '42', '0.25', '99.99', 'f', '["x", "y"]', NULL, '2024-01-06 00:00:00', '2024-01-07 00:00:00', '2024-01-11 00:00:00', NULL, NULL, 'en'),
('3', 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '10', '0', '1', '0.00', 'f', NULL, NULL, '2024-01-07 00:00:00', '2024-01-08 00:00:00', '2024-01-12 00:00:00', NULL, NULL, 'en'),
('4', 'Delta diner', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '1', NULL, '0', NULL, 't', '"just a string"', NULL, '2024-01-08 00:00:00', '2024-01-09 00:00:00', '2024-01-13 00:00:00', NULL, NULL, 'en'),
('5', 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', '-5', NULL, '-3.14', NULL, '5', NULL, '2024-01-09 00:00:00', '2024-01-10 00:00:00', '2024-01-14 00:00:00', NULL, NULL, 'en'),
('6', 'Foxtrot draft', 'foxtrot-draft', 'CC-2', 'never published', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, 't', NULL, NULL, '2024-01-10 00:00:00', '2024-01-11 00:00:00', NULL, NULL, NULL, 'en'),
('7', 'Golf draft', 'golf-draft', NULL, 'another draft', NULL, 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-11 00:00:00', '2024-01-12 00:00:00', NULL, NULL, NULL, 'en'),
('8', 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-12 00:00:00', '2024-01-13 00:00:00', '2024-01-17 00:00:00', NULL, NULL, 'en'),
('9', 'Lancement alpha', 'lancement-alpha', 'FR-1', 'Premier', '# Alpha fr', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, 'f', NULL, NULL, '2024-01-15 00:00:00', '2024-01-16 00:00:00', '2024-01-20 00:00:00', NULL, NULL, 'fr'),
('10', 'Guide bravo', 'guide-bravo', 'FR-2', 'deuxième', 'b fr', 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, 'f', NULL, NULL, '2024-01-16 00:00:00', '2024-01-17 00:00:00', NULL, NULL, NULL, 'fr');
INSERT INTO articles_author_links (id, article_id, author_id, article_order) VALUES
('1', '1', '1', '1'),
('2', '2', '2', '1'),
('3', '3', '1', '2'),
('4', '4', '2', '2'),
('5', '5', '3', '1'),
('6', '6', '1', '3'),
('7', '7', '4', '1'),
('8', '9', '1', '4'),
('9', '10', '2', '3');
INSERT INTO articles_category_links (id, article_id, category_id, article_order) VALUES
('1', '1', '1', '1'),
('2', '2', '1', '2'),
('3', '3', '2', '1'),
('4', '4', '2', '2'),
('5', '5', '3', '1'),
('6', '6', '1', '3'),
('7', '7', '3', '2'),
('8', '9', '1', '4'),
('9', '10', '2', '3');
INSERT INTO articles_components (id, entity_id, component_id, component_type, field, "order") VALUES
('1', '1', '1', 'shared.seo', 'seo', NULL),
('2', '1', '2', 'shared.link', 'links', '1'),
('3', '1', '3', 'shared.link', 'links', '2'),
('4', '1', '1', 'blocks.quote', 'zone', '1'),
('5', '1', '1', 'blocks.gallery', 'zone', '2'),
('6', '1', '2', 'blocks.quote', 'zone', '3'),
('7', '2', '2', 'shared.seo', 'seo', NULL);
INSERT INTO articles_detail_links (id, article_id, detail_id) VALUES
('1', '1', '1'),
('2', '2', '2');
INSERT INTO articles_localizations_links (id, article_id, inv_article_id, article_order) VALUES
('1', '1', '9', '1'),
('2', '9', '1', '1'),
('3', '2', '10', '1'),
('4', '10', '2', '1');
INSERT INTO articles_main_tag_links (id, article_id, tag_id) VALUES
('1', '1', '5'),
('2', '2', '1');
INSERT INTO articles_memo_links (id, article_id, memo_id) VALUES
('1', '1', '1');
INSERT INTO articles_owner_links (id, article_id, user_id) VALUES
('1', '1', '1');
INSERT INTO articles_related_links (id, article_id, inv_article_id, article_order) VALUES
('1', '1', '2', '1'),
('2', '1', '7', '2'),
('3', '2', '1', '1');
INSERT INTO articles_tags_links (id, article_id, tag_id, tag_order, article_order) VALUES
('1', '1', '1', '1', '1'),
('2', '1', '2', '2', '1'),
('3', '1', '3', '3', '1'),
('4', '2', '2', '1', '2'),
('5', '3', '4', '1', '1'),
('6', '3', '5', '2', '1'),
('7', '3', '6', '3', '1'),
('8', '5', '1', '1', '2'),
('9', '5', '11', '2', '1'),
('10', '6', '1', '1', '3'),
('11', '6', '2', '2', '3'),
('12', '7', '3', '1', '2'),
('13', '9', '1', '1', '4'),
('14', '10', '2', '1', '4');
INSERT INTO articles_way_tags_links (id, article_id, tag_id, tag_order) VALUES
('1', '1', '3', '1'),
('2', '1', '1', '2');
INSERT INTO authors (id, name, email, country, bio, created_at, updated_at, published_at, created_by_id, updated_by_id) VALUES
('1', 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', '2026-11-22 11:33:07.824', '2026-11-22 11:33:07.824', '2024-01-01 00:00:00', NULL, NULL),
('2', 'Ben Baker', 'ben@example.com', 'DE', NULL, '2026-11-22 11:33:07.827', '2026-11-22 11:33:07.827', '2024-01-02 00:00:00', NULL, NULL),
('3', 'Cleo Draft', 'cleo@example.com', 'FR', 'Unpublished author', '2026-11-22 11:33:07.829', '2026-11-22 11:33:07.829', NULL, NULL, NULL),
('4', 'Dan Dune', NULL, NULL, NULL, '2026-11-22 11:33:07.831', '2026-11-22 11:33:07.831', '2024-01-04 00:00:00', NULL, NULL);
INSERT INTO categories (id, name, description, rank, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Tech', 'Technology', '3', '2026-11-22 11:33:07.811', '2026-11-22 11:33:07.811', '1', '1'),
('2', 'Food', 'Eating & drinking', '1', '2026-11-22 11:33:07.814', '2026-11-22 11:33:07.814', '1', '1'),
('3', 'Travel', NULL, '2', '2026-11-22 11:33:07.817', '2026-11-22 11:33:07.817', '1', '1'),
('4', 'Empty', 'No articles', '3', '2026-11-22 11:33:07.821', '2026-11-22 11:33:07.821', '1', '1');
INSERT INTO components_blocks_gallery (id, title) VALUES
('1', 'Shots');
INSERT INTO components_blocks_gallery_components (id, entity_id, component_id, component_type, field, "order") VALUES
('1', '1', '4', 'shared.link', 'links', '1');
INSERT INTO components_blocks_quote (id, text, stars) VALUES
('1', 'To be', '5'),
('2', 'Draft said', '2');
INSERT INTO components_blocks_quote_author_links (id, quote_id, author_id) VALUES
('1', '1', '1'),
('2', '2', '3');
INSERT INTO components_shared_link (id, label, url, target, hidden) VALUES
('1', 'canon', 'https://a.example', 'self', 'h1'),
('2', 'one', 'https://one.example', 'self', 'hide1'),
('3', 'two', 'https://two.example', 'blank', NULL),
('4', 'g1', 'https://g1.example', 'self', NULL);
INSERT INTO components_shared_seo (id, meta_title, meta_description, no_index) VALUES
('1', 'Alpha SEO', 'desc', 'f'),
('2', 'Bravo SEO', NULL, 'f'),
('3', 'Home SEO', NULL, 'f');
INSERT INTO components_shared_seo_components (id, entity_id, component_id, component_type, field, "order") VALUES
('1', '1', '1', 'shared.link', 'canonical', NULL);
INSERT INTO details (id, note, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'detail one', '2026-11-22 11:33:07.835', '2026-11-22 11:33:07.835', NULL, NULL),
('2', 'detail two', '2026-11-22 11:33:07.837', '2026-11-22 11:33:07.837', NULL, NULL),
('3', 'detail unattached', '2026-11-22 11:33:07.838', '2026-11-22 11:33:07.838', NULL, NULL);
INSERT INTO files (id, name, alternative_text, caption, width, height, formats, hash, ext, mime, size, url, preview_url, provider, provider_metadata, folder_path, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'wide.png', 'a wide picture', 'wide caption', '1200', '800', '{"large": {"ext": ".png", "url": "/uploads/large_wide_e886a4bc23.png", "hash": "large_wide_e886a4bc23", "mime": "image/png", "name": "large_wide.png", "path": null, "size": 3.78, "width": 1000, "height": 667, "sizeInBytes": 3780}, "small": {"ext": ".png", "url": "/uploads/small_wide_e886a4bc23.png", "hash": "small_wide_e886a4bc23", "mime": "image/png", "name": "small_wide.png", "path": null, "size": 1.4, "width": 500, "height": 333, "sizeInBytes": 1401}, "medium": {"ext": ".png", "url": "/uploads/medium_wide_e886a4bc23.png", "hash": "medium_wide_e886a4bc23", "mime": "image/png", "name": "medium_wide.png", "path": null, "size": 2.49, "width": 750, "height": 500, "sizeInBytes": 2485}, "thumbnail": {"ext": ".png", "url": "/uploads/thumbnail_wide_e886a4bc23.png", "hash": "thumbnail_wide_e886a4bc23", "mime": "image/png", "name": "thumbnail_wide.png", "path": null, "size": 0.58, "width": 234, "height": 156, "sizeInBytes": 579}}', 'wide_e886a4bc23', '.png', 'image/png', '1.05', '/uploads/wide_e886a4bc23.png', NULL, 'local', NULL, '/', '2026-11-22 11:33:07.731', '2026-11-22 11:33:07.731', NULL, NULL),
('2', 'small.png', NULL, NULL, '300', '200', '{"thumbnail": {"ext": ".png", "url": "/uploads/thumbnail_small_07a75edc07.png", "hash": "thumbnail_small_07a75edc07", "mime": "image/png", "name": "thumbnail_small.png", "path": null, "size": 0.58, "width": 234, "height": 156, "sizeInBytes": 579}}', 'small_07a75edc07', '.png', 'image/png', '0.17', '/uploads/small_07a75edc07.png', NULL, 'local', NULL, '/', '2026-11-22 11:33:07.763', '2026-11-22 11:33:07.763', NULL, NULL),
('3', 'avatar.png', 'avatar', NULL, '64', '64', NULL, 'avatar_88397dc0d2', '.png', 'image/png', '0.12', '/uploads/avatar_88397dc0d2.png', NULL, 'local', NULL, '/', '2026-11-22 11:33:07.778', '2026-11-22 11:33:07.778', NULL, NULL);
INSERT INTO files_related_morphs (id, file_id, related_id, related_type, field, "order") VALUES
('1', '3', '1', 'api::author.author', 'avatar', '1'),
('2', '2', '1', 'shared.seo', 'metaImage', '1'),
('3', '1', '1', 'blocks.gallery', 'images', '1'),
('4', '2', '1', 'blocks.gallery', 'images', '2'),
('5', '1', '1', 'api::article.article', 'cover', '1'),
('6', '2', '1', 'api::article.article', 'attachments', '1'),
('7', '1', '1', 'api::article.article', 'attachments', '2'),
('8', '2', '2', 'api::article.article', 'cover', '1'),
('9', '1', '6', 'api::article.article', 'cover', '1'),
('10', '1', '3', 'shared.seo', 'metaImage', '1');
INSERT INTO homepages (id, headline, intro, created_at, updated_at, published_at, created_by_id, updated_by_id, locale) VALUES
('1', 'Welcome', 'Intro en', '2024-02-01 00:00:00', '2026-11-22 11:33:08.343', '2024-02-01 00:00:00', NULL, NULL, 'en'),
('2', 'Bienvenue', 'Intro fr', '2024-02-02 00:00:00', '2026-11-22 11:33:08.347', '2024-02-02 00:00:00', NULL, NULL, 'fr');
INSERT INTO homepages_components (id, entity_id, component_id, component_type, field, "order") VALUES
('1', '1', '3', 'shared.seo', 'seo', NULL);
INSERT INTO homepages_featured_links (id, homepage_id, article_id, article_order) VALUES
('1', '1', '2', '1'),
('2', '1', '1', '2'),
('3', '2', '9', '1');
INSERT INTO homepages_localizations_links (id, homepage_id, inv_homepage_id, homepage_order) VALUES
('1', '1', '2', '1'),
('2', '2', '1', '1');
INSERT INTO i18n_locale (id, name, code, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'English (en)', 'en', '2026-11-22 11:33:06.078', '2026-11-22 11:33:06.078', NULL, NULL),
('2', 'French (fr)', 'fr', '2026-11-22 11:33:06.741', '2026-11-22 11:33:06.741', NULL, NULL);
INSERT INTO memos (id, text, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'top secret', '2026-11-22 11:33:07.832', '2026-11-22 11:33:07.832', NULL, NULL),
('2', 'other secret', '2026-11-22 11:33:07.834', '2026-11-22 11:33:07.834', NULL, NULL);
INSERT INTO menu_items (id, label, url, "position", created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Home', '/', '1', '2026-11-22 11:33:08.152', '2026-11-22 11:33:08.152', NULL, NULL),
('2', 'Docs', '/docs', '2', '2026-11-22 11:33:08.154', '2026-11-22 11:33:08.154', NULL, NULL),
('3', 'API', '/docs/api', '1', '2026-11-22 11:33:08.156', '2026-11-22 11:33:08.156', NULL, NULL),
('4', 'REST', '/docs/api/rest', '1', '2026-11-22 11:33:08.16', '2026-11-22 11:33:08.16', NULL, NULL),
('5', 'Filters', '/docs/api/rest/filters', '1', '2026-11-22 11:33:08.165', '2026-11-22 11:33:08.165', NULL, NULL),
('6', 'GraphQL', '/docs/api/graphql', '2', '2026-11-22 11:33:08.168', '2026-11-22 11:33:08.168', NULL, NULL);
INSERT INTO menu_items_parent_links (id, menu_item_id, inv_menu_item_id, menu_item_order) VALUES
('1', '3', '2', '1'),
('2', '4', '3', '1'),
('3', '5', '4', '1'),
('4', '6', '3', '2');
INSERT INTO notes (id, text, target_id, target_type, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'about alpha and tech', '1', 'api::article.article', '2026-11-22 11:33:08.327', '2026-11-22 11:33:08.327', NULL, NULL);
INSERT INTO notes_subjects_morphs (id, note_id, subjects_id, subjects_type, field, "order") VALUES
('1', '1', '1', 'api::article.article', NULL, '1'),
('2', '1', '1', 'api::category.category', NULL, '2');
INSERT INTO settings (id, site_name, maintenance, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Oracle', 'f', '2026-11-22 11:33:08.351', '2026-11-22 11:33:08.351', NULL, NULL);
INSERT INTO specimens (id, str, txt, rich, enm, mail, pass, uid, priv, day, tod, at, stamp, "int", big, flt, "dec", flag, obj, blk, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Alpha', 'alpha text', '**a**', 'alpha', 'a@x.io', '$2a$10$mfxPe.vA8gOfCZfRsZr4xeFcdR.f5DquyIf.NdKssZZTD5gJ5pgz6', 'alpha', 'p1', '2024-01-01', '00:00:00', '2024-01-01 00:00:00', '2024-01-01 00:00:00', '1', '1', '1.5', '1.25', 't', '{"k": 1}', NULL, '2026-11-22 11:33:08.231', '2026-11-22 11:33:08.231', NULL, NULL),
('2', 'alpha', 'ALPHA TEXT', '**b**', 'beta', 'b@x.io', '$2a$10$JfixWvnLrriYAP97a5YZve/ogxXmJdLefuK2uehty5/8qjikYBPuu', 'alpha-2', 'p2', '2024-06-15', '12:34:56.789', '2024-06-15 12:34:56.789', '2024-06-15 12:34:56.789', '2', '9223372036854775807', '-0.1', '99999999.99', 'f', '[1, "two", null]', NULL, '2026-11-22 11:33:08.297', '2026-11-22 11:33:08.297', NULL, NULL),
('3', 'ALPHA%100', '100% of it', NULL, 'gamma', NULL, NULL, 'pct', NULL, '2023-12-31', '23:59:59.999', '2023-12-31 23:59:59.999', '2023-12-31 23:59:59.999', '-3', '-9223372036854775808', '3', '0.10', 'f', '"str"', NULL, '2026-11-22 11:33:08.301', '2026-11-22 11:33:08.301', NULL, NULL),
('4', 'alpha_under', 'a_b', NULL, NULL, NULL, NULL, 'under', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', '0.00', 't', '0', NULL, '2026-11-22 11:33:08.304', '2026-11-22 11:33:08.304', NULL, NULL),
('5', 'Été', 'école', NULL, NULL, NULL, NULL, 'ete', NULL, NULL, NULL, NULL, NULL, '10', '10', '10.25', '10.01', NULL, 'true', '[{"type": "paragraph", "children": [{"text": "bk", "type": "text"}]}]', '2026-11-22 11:33:08.307', '2026-11-22 11:33:08.307', NULL, NULL),
('6', 'ÉTÉ', 'ÉCOLE', NULL, NULL, NULL, NULL, 'ete-2', NULL, NULL, NULL, NULL, NULL, '10', '9007199254740993', '0.30000000000000004', '99999999.99', NULL, '{}', NULL, '2026-11-22 11:33:08.309', '2026-11-22 11:33:08.309', NULL, NULL),
('7', '', '', NULL, NULL, NULL, NULL, 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.312', '2026-11-22 11:33:08.312', NULL, NULL),
('8', NULL, NULL, NULL, NULL, NULL, NULL, 'nulls', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.314', '2026-11-22 11:33:08.314', NULL, NULL),
('9', '  padded  ', 'null', NULL, NULL, NULL, NULL, 'padded', NULL, NULL, NULL, NULL, NULL, '5', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.317', '2026-11-22 11:33:08.317', NULL, NULL),
('10', 'true', '123', NULL, NULL, NULL, NULL, 'boolish', NULL, NULL, NULL, NULL, NULL, '1', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.319', '2026-11-22 11:33:08.319', NULL, NULL),
('11', 'O''Hara "q" \ back', 'emoji 😀 日本', NULL, NULL, NULL, NULL, 'quotes', NULL, NULL, NULL, NULL, NULL, '100', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.321', '2026-11-22 11:33:08.321', NULL, NULL),
('12', 'z,comma', 'x,y', NULL, NULL, NULL, NULL, 'comma', NULL, NULL, NULL, NULL, NULL, '7', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 11:33:08.325', '2026-11-22 11:33:08.325', NULL, NULL);
INSERT INTO strapi_api_token_permissions (id, action, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'api::article.article.find', '2026-11-22 11:33:07.297', '2026-11-22 11:33:07.297', NULL, NULL),
('2', 'api::article.article.findOne', '2026-11-22 11:33:07.299', '2026-11-22 11:33:07.299', NULL, NULL),
('3', 'api::article.article.create', '2026-11-22 11:33:07.301', '2026-11-22 11:33:07.301', NULL, NULL),
('4', 'api::category.category.find', '2026-11-22 11:33:07.302', '2026-11-22 11:33:07.302', NULL, NULL);
INSERT INTO strapi_api_token_permissions_token_links (id, api_token_permission_id, api_token_id, api_token_permission_order) VALUES
('1', '1', '3', '1'),
('2', '2', '3', '2'),
('3', '3', '3', '3'),
('4', '4', '3', '4');
INSERT INTO strapi_api_tokens (id, name, description, type, access_key, last_used_at, expires_at, lifespan, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'full', '', 'full-access', '0b3b46667c45cf8bbd1b5bc101faead8cc7efbb5b55d985cbb78405053de6905db09ebe0293ec1db53fa245cd26967ef42a210fb57157e54385458dae299e5d4', NULL, NULL, NULL, '2026-11-22 11:33:07.293', '2026-11-22 11:33:07.293', NULL, NULL),
('2', 'read', '', 'read-only', 'aab4bf3246c232b8b1bd740600099abc6ec5235e74271c31518ab50362901998f5f5778e991a8c3d35eb72af2eb66ced77c7ee5e89115bf5e7c5b16a75d08bd6', NULL, NULL, NULL, '2026-11-22 11:33:07.294', '2026-11-22 11:33:07.294', NULL, NULL),
('3', 'custom', '', 'custom', '0c7a464f5de377da46f18e723796d507de01b6d2e12cf4b982b8a37f35fd460aa9c3c9f259cd7ae3272c700afdda329ccdd032450f39c3220f992e2ee610bcf9', NULL, NULL, NULL, '2026-11-22 11:33:07.295', '2026-11-22 11:33:07.295', NULL, NULL),
('4', 'expired', '', 'full-access', '6a47a7c371aa646343dbd2557c8f69e9fd3b68b0bdf39f9f64a404c66abccc319b18d5729de5980638ae36db4367a607b78d8ccf8762b6a1b993167eaf6b988c', NULL, '2020-01-01 00:00:00', '86400000', '2026-11-22 11:33:07.304', '2026-11-22 11:33:07.304', NULL, NULL);
INSERT INTO strapi_core_store_settings (id, key, value, type, environment, tag) VALUES
('1', 'strapi_content_types_schema', '{"admin::permission":{"collectionName":"admin_permissions","info":{"singularName":"permission"},"attributes":{"action":{"type":"string"},"actionParameters":{"type":"json"},"subject":{"type":"string"},"properties":{"type":"json"},"conditions":{"type":"json"},"role":{"type":"relation","relation":"manyToOne","target":"admin::role","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::user":{"collectionName":"admin_users","info":{"singularName":"user"},"attributes":{"firstname":{"type":"string"},"lastname":{"type":"string"},"username":{"type":"string"},"email":{"type":"email"},"password":{"type":"password"},"resetPasswordToken":{"type":"string"},"registrationToken":{"type":"string"},"isActive":{"type":"boolean"},"roles":{"type":"relation","relation":"manyToMany","target":"admin::role","inversedBy":"users"},"blocked":{"type":"boolean"},"preferedLanguage":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::role":{"collectionName":"admin_roles","info":{"singularName":"role"},"attributes":{"name":{"type":"string"},"code":{"type":"string"},"description":{"type":"string"},"users":{"type":"relation","relation":"manyToMany","target":"admin::user","mappedBy":"roles"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::permission","mappedBy":"role"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::api-token":{"collectionName":"strapi_api_tokens","info":{"singularName":"api-token"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"type":{"type":"enumeration"},"accessKey":{"type":"string"},"lastUsedAt":{"type":"datetime"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::api-token-permission","mappedBy":"token"},"expiresAt":{"type":"datetime"},"lifespan":{"type":"biginteger"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::api-token-permission":{"collectionName":"strapi_api_token_permissions","info":{"singularName":"api-token-permission"},"attributes":{"action":{"type":"string"},"token":{"type":"relation","relation":"manyToOne","target":"admin::api-token","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::transfer-token":{"collectionName":"strapi_transfer_tokens","info":{"singularName":"transfer-token"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"accessKey":{"type":"string"},"lastUsedAt":{"type":"datetime"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::transfer-token-permission","mappedBy":"token"},"expiresAt":{"type":"datetime"},"lifespan":{"type":"biginteger"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::transfer-token-permission":{"collectionName":"strapi_transfer_token_permissions","info":{"singularName":"transfer-token-permission"},"attributes":{"action":{"type":"string"},"token":{"type":"relation","relation":"manyToOne","target":"admin::transfer-token","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::upload.file":{"collectionName":"files","info":{"singularName":"file"},"attributes":{"name":{"type":"string"},"alternativeText":{"type":"string"},"caption":{"type":"string"},"width":{"type":"integer"},"height":{"type":"integer"},"formats":{"type":"json"},"hash":{"type":"string"},"ext":{"type":"string"},"mime":{"type":"string"},"size":{"type":"decimal"},"url":{"type":"string"},"previewUrl":{"type":"string"},"provider":{"type":"string"},"provider_metadata":{"type":"json"},"related":{"type":"relation","relation":"morphToMany"},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files"},"folderPath":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::upload.folder":{"collectionName":"upload_folders","info":{"singularName":"folder"},"attributes":{"name":{"type":"string"},"pathId":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::i18n.locale":{"collectionName":"i18n_locale","info":{"singularName":"locale"},"attributes":{"name":{"type":"string"},"code":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.permission":{"collectionName":"up_permissions","info":{"singularName":"permission"},"attributes":{"action":{"type":"string"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.role":{"collectionName":"up_roles","info":{"singularName":"role"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"type":{"type":"string"},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role"},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.user":{"collectionName":"up_users","info":{"singularName":"user"},"attributes":{"username":{"type":"string"},"email":{"type":"email"},"provider":{"type":"string"},"password":{"type":"password"},"resetPasswordToken":{"type":"string"},"confirmationToken":{"type":"string"},"confirmed":{"type":"boolean"},"blocked":{"type":"boolean"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::article.article":{"collectionName":"articles","info":{"singularName":"article"},"attributes":{"title":{"type":"string"},"slug":{"type":"uid"},"code":{"type":"string"},"summary":{"type":"text"},"body":{"type":"richtext"},"kind":{"type":"enumeration"},"contactEmail":{"type":"email"},"secret":{"type":"password"},"internalNote":{"type":"string"},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer"},"views":{"type":"biginteger"},"score":{"type":"float"},"price":{"type":"decimal"},"featured":{"type":"boolean"},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media"},"attachments":{"type":"media"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"links":{"type":"component","component":"shared.link","repeatable":true},"zone":{"type":"dynamiczone"},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"locale":{"type":"string"}}},"api::author.author":{"collectionName":"authors","info":{"singularName":"author"},"attributes":{"name":{"type":"string"},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::category.category":{"collectionName":"categories","info":{"singularName":"category"},"attributes":{"name":{"type":"string"},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::detail.detail":{"collectionName":"details","info":{"singularName":"detail"},"attributes":{"note":{"type":"string"},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::homepage.homepage":{"collectionName":"homepages","info":{"singularName":"homepage"},"attributes":{"headline":{"type":"string"},"intro":{"type":"text"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::homepage.homepage"},"locale":{"type":"string"}}},"api::memo.memo":{"collectionName":"memos","info":{"singularName":"memo"},"attributes":{"text":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::menu-item.menu-item":{"collectionName":"menu_items","info":{"singularName":"menu-item"},"attributes":{"label":{"type":"string"},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::note.note":{"collectionName":"notes","info":{"singularName":"note"},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::setting.setting":{"collectionName":"settings","info":{"singularName":"setting"},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::specimen.specimen":{"collectionName":"specimens","info":{"singularName":"specimen"},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration"},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string"},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::tag.tag":{"collectionName":"tags","info":{"singularName":"tag"},"attributes":{"name":{"type":"string"},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}}}', 'object', NULL, NULL),
('35', 'plugin_i18n_default_locale', '"en"', 'string', NULL, NULL),
('38', 'plugin_users-permissions_advanced', '{"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}', 'object', NULL, NULL);
INSERT INTO tags (id, name, color, weight, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'javascript', 'red', '0', '2026-11-22 11:33:07.781', '2026-11-22 11:33:07.781', NULL, NULL),
('2', 'typescript', 'green', '2', '2026-11-22 11:33:07.784', '2026-11-22 11:33:07.784', NULL, NULL),
('3', 'node', 'blue', '4', '2026-11-22 11:33:07.786', '2026-11-22 11:33:07.786', NULL, NULL),
('4', 'sql', NULL, '1', '2026-11-22 11:33:07.787', '2026-11-22 11:33:07.787', NULL, NULL),
('5', 'graphql', 'red', '3', '2026-11-22 11:33:07.789', '2026-11-22 11:33:07.789', NULL, NULL),
('6', 'rest', 'green', '0', '2026-11-22 11:33:07.791', '2026-11-22 11:33:07.791', NULL, NULL),
('7', 'testing', 'blue', '2', '2026-11-22 11:33:07.793', '2026-11-22 11:33:07.793', NULL, NULL),
('8', 'ops', NULL, '4', '2026-11-22 11:33:07.795', '2026-11-22 11:33:07.795', NULL, NULL),
('9', 'design', 'red', '1', '2026-11-22 11:33:07.797', '2026-11-22 11:33:07.797', NULL, NULL),
('10', 'speed', 'green', '3', '2026-11-22 11:33:07.799', '2026-11-22 11:33:07.799', NULL, NULL),
('11', 'Élan', 'blue', '0', '2026-11-22 11:33:07.801', '2026-11-22 11:33:07.801', NULL, NULL),
('12', 'ZULU', NULL, '2', '2026-11-22 11:33:07.804', '2026-11-22 11:33:07.804', NULL, NULL);
INSERT INTO up_permissions (id, action, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'plugin::users-permissions.user.me', '2026-11-22 11:33:06.117', '2026-11-22 11:33:06.117', NULL, NULL),
('2', 'plugin::users-permissions.auth.changePassword', '2026-11-22 11:33:06.117', '2026-11-22 11:33:06.117', NULL, NULL),
('3', 'plugin::users-permissions.auth.callback', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('4', 'plugin::users-permissions.auth.connect', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('5', 'plugin::users-permissions.auth.forgotPassword', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('6', 'plugin::users-permissions.auth.resetPassword', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('7', 'plugin::users-permissions.auth.register', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('8', 'plugin::users-permissions.auth.emailConfirmation', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('9', 'plugin::users-permissions.auth.sendEmailConfirmation', '2026-11-22 11:33:06.124', '2026-11-22 11:33:06.124', NULL, NULL),
('10', 'api::article.article.find', '2026-11-22 11:33:06.887', '2026-11-22 11:33:06.887', NULL, NULL),
('11', 'api::article.article.findOne', '2026-11-22 11:33:06.889', '2026-11-22 11:33:06.889', NULL, NULL),
('12', 'api::category.category.find', '2026-11-22 11:33:06.896', '2026-11-22 11:33:06.896', NULL, NULL),
('13', 'api::category.category.findOne', '2026-11-22 11:33:06.898', '2026-11-22 11:33:06.898', NULL, NULL),
('14', 'api::tag.tag.find', '2026-11-22 11:33:06.901', '2026-11-22 11:33:06.901', NULL, NULL),
('15', 'api::tag.tag.findOne', '2026-11-22 11:33:06.904', '2026-11-22 11:33:06.904', NULL, NULL),
('16', 'api::author.author.find', '2026-11-22 11:33:06.906', '2026-11-22 11:33:06.906', NULL, NULL),
('17', 'api::author.author.findOne', '2026-11-22 11:33:06.909', '2026-11-22 11:33:06.909', NULL, NULL),
('18', 'api::detail.detail.find', '2026-11-22 11:33:06.912', '2026-11-22 11:33:06.912', NULL, NULL),
('19', 'api::detail.detail.findOne', '2026-11-22 11:33:06.914', '2026-11-22 11:33:06.914', NULL, NULL),
('20', 'api::menu-item.menu-item.find', '2026-11-22 11:33:06.917', '2026-11-22 11:33:06.917', NULL, NULL),
('21', 'api::menu-item.menu-item.findOne', '2026-11-22 11:33:06.919', '2026-11-22 11:33:06.919', NULL, NULL),
('22', 'api::specimen.specimen.find', '2026-11-22 11:33:06.922', '2026-11-22 11:33:06.922', NULL, NULL),
('23', 'api::specimen.specimen.findOne', '2026-11-22 11:33:06.925', '2026-11-22 11:33:06.925', NULL, NULL),
('24', 'api::note.note.find', '2026-11-22 11:33:06.93', '2026-11-22 11:33:06.93', NULL, NULL),
('25', 'api::note.note.findOne', '2026-11-22 11:33:06.932', '2026-11-22 11:33:06.932', NULL, NULL),
('26', 'api::homepage.homepage.find', '2026-11-22 11:33:06.934', '2026-11-22 11:33:06.934', NULL, NULL),
('27', 'api::setting.setting.find', '2026-11-22 11:33:06.937', '2026-11-22 11:33:06.937', NULL, NULL),
('28', 'api::article.article.find', '2026-11-22 11:33:06.939', '2026-11-22 11:33:06.939', NULL, NULL),
('29', 'api::article.article.findOne', '2026-11-22 11:33:06.942', '2026-11-22 11:33:06.942', NULL, NULL),
('30', 'api::article.article.create', '2026-11-22 11:33:06.944', '2026-11-22 11:33:06.944', NULL, NULL),
('31', 'api::article.article.update', '2026-11-22 11:33:06.948', '2026-11-22 11:33:06.948', NULL, NULL),
('32', 'api::article.article.delete', '2026-11-22 11:33:06.95', '2026-11-22 11:33:06.95', NULL, NULL),
('33', 'api::category.category.find', '2026-11-22 11:33:06.953', '2026-11-22 11:33:06.953', NULL, NULL),
('34', 'api::category.category.findOne', '2026-11-22 11:33:06.955', '2026-11-22 11:33:06.955', NULL, NULL),
('35', 'api::category.category.create', '2026-11-22 11:33:06.957', '2026-11-22 11:33:06.957', NULL, NULL),
('36', 'api::category.category.update', '2026-11-22 11:33:06.96', '2026-11-22 11:33:06.96', NULL, NULL),
('37', 'api::category.category.delete', '2026-11-22 11:33:06.962', '2026-11-22 11:33:06.962', NULL, NULL),
('38', 'api::tag.tag.find', '2026-11-22 11:33:06.965', '2026-11-22 11:33:06.965', NULL, NULL),
('39', 'api::tag.tag.findOne', '2026-11-22 11:33:06.967', '2026-11-22 11:33:06.967', NULL, NULL),
('40', 'api::tag.tag.create', '2026-11-22 11:33:06.97', '2026-11-22 11:33:06.97', NULL, NULL),
('41', 'api::tag.tag.update', '2026-11-22 11:33:06.974', '2026-11-22 11:33:06.974', NULL, NULL),
('42', 'api::tag.tag.delete', '2026-11-22 11:33:06.976', '2026-11-22 11:33:06.976', NULL, NULL),
('43', 'api::author.author.find', '2026-11-22 11:33:06.979', '2026-11-22 11:33:06.979', NULL, NULL),
('44', 'api::author.author.findOne', '2026-11-22 11:33:06.981', '2026-11-22 11:33:06.981', NULL, NULL),
('45', 'api::author.author.create', '2026-11-22 11:33:06.984', '2026-11-22 11:33:06.984', NULL, NULL),
('46', 'api::author.author.update', '2026-11-22 11:33:06.986', '2026-11-22 11:33:06.986', NULL, NULL),
('47', 'api::author.author.delete', '2026-11-22 11:33:06.989', '2026-11-22 11:33:06.989', NULL, NULL),
('48', 'api::detail.detail.find', '2026-11-22 11:33:06.991', '2026-11-22 11:33:06.991', NULL, NULL),
('49', 'api::detail.detail.findOne', '2026-11-22 11:33:06.994', '2026-11-22 11:33:06.994', NULL, NULL),
('50', 'api::detail.detail.create', '2026-11-22 11:33:06.997', '2026-11-22 11:33:06.997', NULL, NULL),
('51', 'api::detail.detail.update', '2026-11-22 11:33:07', '2026-11-22 11:33:07', NULL, NULL),
('52', 'api::detail.detail.delete', '2026-11-22 11:33:07.003', '2026-11-22 11:33:07.003', NULL, NULL),
('53', 'api::menu-item.menu-item.find', '2026-11-22 11:33:07.005', '2026-11-22 11:33:07.005', NULL, NULL),
('54', 'api::menu-item.menu-item.findOne', '2026-11-22 11:33:07.007', '2026-11-22 11:33:07.007', NULL, NULL),
('55', 'api::menu-item.menu-item.create', '2026-11-22 11:33:07.009', '2026-11-22 11:33:07.009', NULL, NULL),
('56', 'api::menu-item.menu-item.update', '2026-11-22 11:33:07.012', '2026-11-22 11:33:07.012', NULL, NULL),
('57', 'api::menu-item.menu-item.delete', '2026-11-22 11:33:07.014', '2026-11-22 11:33:07.014', NULL, NULL),
('58', 'api::specimen.specimen.find', '2026-11-22 11:33:07.016', '2026-11-22 11:33:07.016', NULL, NULL),
('59', 'api::specimen.specimen.findOne', '2026-11-22 11:33:07.018', '2026-11-22 11:33:07.018', NULL, NULL),
('60', 'api::specimen.specimen.create', '2026-11-22 11:33:07.02', '2026-11-22 11:33:07.02', NULL, NULL),
('61', 'api::specimen.specimen.update', '2026-11-22 11:33:07.022', '2026-11-22 11:33:07.022', NULL, NULL),
('62', 'api::specimen.specimen.delete', '2026-11-22 11:33:07.024', '2026-11-22 11:33:07.024', NULL, NULL),
('63', 'api::note.note.find', '2026-11-22 11:33:07.027', '2026-11-22 11:33:07.027', NULL, NULL),
('64', 'api::note.note.findOne', '2026-11-22 11:33:07.031', '2026-11-22 11:33:07.031', NULL, NULL),
('65', 'api::note.note.create', '2026-11-22 11:33:07.034', '2026-11-22 11:33:07.034', NULL, NULL),
('66', 'api::note.note.update', '2026-11-22 11:33:07.037', '2026-11-22 11:33:07.037', NULL, NULL),
('67', 'api::note.note.delete', '2026-11-22 11:33:07.039', '2026-11-22 11:33:07.039', NULL, NULL),
('68', 'api::article.article.createLocalization', '2026-11-22 11:33:07.041', '2026-11-22 11:33:07.041', NULL, NULL),
('69', 'api::homepage.homepage.find', '2026-11-22 11:33:07.045', '2026-11-22 11:33:07.045', NULL, NULL),
('70', 'api::homepage.homepage.update', '2026-11-22 11:33:07.048', '2026-11-22 11:33:07.048', NULL, NULL),
('71', 'api::homepage.homepage.delete', '2026-11-22 11:33:07.051', '2026-11-22 11:33:07.051', NULL, NULL),
('72', 'api::setting.setting.find', '2026-11-22 11:33:07.053', '2026-11-22 11:33:07.053', NULL, NULL),
('73', 'api::setting.setting.update', '2026-11-22 11:33:07.055', '2026-11-22 11:33:07.055', NULL, NULL),
('74', 'api::setting.setting.delete', '2026-11-22 11:33:07.058', '2026-11-22 11:33:07.058', NULL, NULL),
('75', 'plugin::upload.content-api.find', '2026-11-22 11:33:07.063', '2026-11-22 11:33:07.063', NULL, NULL),
('76', 'plugin::upload.content-api.findOne', '2026-11-22 11:33:07.065', '2026-11-22 11:33:07.065', NULL, NULL),
('77', 'plugin::upload.content-api.upload', '2026-11-22 11:33:07.067', '2026-11-22 11:33:07.067', NULL, NULL),
('78', 'plugin::upload.content-api.destroy', '2026-11-22 11:33:07.07', '2026-11-22 11:33:07.07', NULL, NULL),
('79', 'plugin::i18n.locales.listLocales', '2026-11-22 11:33:07.072', '2026-11-22 11:33:07.072', NULL, NULL),
('80', 'api::article.article.find', '2026-11-22 11:33:07.076', '2026-11-22 11:33:07.076', NULL, NULL),
('81', 'api::article.article.findOne', '2026-11-22 11:33:07.078', '2026-11-22 11:33:07.078', NULL, NULL),
('82', 'api::article.article.create', '2026-11-22 11:33:07.081', '2026-11-22 11:33:07.081', NULL, NULL),
('83', 'api::article.article.update', '2026-11-22 11:33:07.084', '2026-11-22 11:33:07.084', NULL, NULL),
('84', 'api::article.article.delete', '2026-11-22 11:33:07.086', '2026-11-22 11:33:07.086', NULL, NULL),
('85', 'api::category.category.find', '2026-11-22 11:33:07.088', '2026-11-22 11:33:07.088', NULL, NULL),
('86', 'api::category.category.findOne', '2026-11-22 11:33:07.096', '2026-11-22 11:33:07.096', NULL, NULL),
('87', 'api::category.category.create', '2026-11-22 11:33:07.098', '2026-11-22 11:33:07.098', NULL, NULL),
('88', 'api::category.category.update', '2026-11-22 11:33:07.1', '2026-11-22 11:33:07.1', NULL, NULL),
('89', 'api::category.category.delete', '2026-11-22 11:33:07.104', '2026-11-22 11:33:07.104', NULL, NULL),
('90', 'api::tag.tag.find', '2026-11-22 11:33:07.106', '2026-11-22 11:33:07.106', NULL, NULL),
('91', 'api::tag.tag.findOne', '2026-11-22 11:33:07.108', '2026-11-22 11:33:07.108', NULL, NULL),
('92', 'api::tag.tag.create', '2026-11-22 11:33:07.11', '2026-11-22 11:33:07.11', NULL, NULL),
('93', 'api::tag.tag.update', '2026-11-22 11:33:07.113', '2026-11-22 11:33:07.113', NULL, NULL),
('94', 'api::tag.tag.delete', '2026-11-22 11:33:07.117', '2026-11-22 11:33:07.117', NULL, NULL),
('95', 'api::author.author.find', '2026-11-22 11:33:07.121', '2026-11-22 11:33:07.121', NULL, NULL),
('96', 'api::author.author.findOne', '2026-11-22 11:33:07.123', '2026-11-22 11:33:07.123', NULL, NULL),
('97', 'api::author.author.create', '2026-11-22 11:33:07.125', '2026-11-22 11:33:07.125', NULL, NULL),
('98', 'api::author.author.update', '2026-11-22 11:33:07.128', '2026-11-22 11:33:07.128', NULL, NULL),
('99', 'api::author.author.delete', '2026-11-22 11:33:07.13', '2026-11-22 11:33:07.13', NULL, NULL),
('100', 'api::detail.detail.find', '2026-11-22 11:33:07.134', '2026-11-22 11:33:07.134', NULL, NULL),
('101', 'api::detail.detail.findOne', '2026-11-22 11:33:07.144', '2026-11-22 11:33:07.144', NULL, NULL),
('102', 'api::detail.detail.create', '2026-11-22 11:33:07.147', '2026-11-22 11:33:07.147', NULL, NULL),
('103', 'api::detail.detail.update', '2026-11-22 11:33:07.15', '2026-11-22 11:33:07.15', NULL, NULL),
('104', 'api::detail.detail.delete', '2026-11-22 11:33:07.155', '2026-11-22 11:33:07.155', NULL, NULL),
('105', 'api::menu-item.menu-item.find', '2026-11-22 11:33:07.163', '2026-11-22 11:33:07.163', NULL, NULL),
('106', 'api::menu-item.menu-item.findOne', '2026-11-22 11:33:07.167', '2026-11-22 11:33:07.167', NULL, NULL),
('107', 'api::menu-item.menu-item.create', '2026-11-22 11:33:07.169', '2026-11-22 11:33:07.169', NULL, NULL),
('108', 'api::menu-item.menu-item.update', '2026-11-22 11:33:07.172', '2026-11-22 11:33:07.172', NULL, NULL),
('109', 'api::menu-item.menu-item.delete', '2026-11-22 11:33:07.18', '2026-11-22 11:33:07.18', NULL, NULL),
('110', 'api::specimen.specimen.find', '2026-11-22 11:33:07.183', '2026-11-22 11:33:07.183', NULL, NULL),
('111', 'api::specimen.specimen.findOne', '2026-11-22 11:33:07.186', '2026-11-22 11:33:07.186', NULL, NULL),
('112', 'api::specimen.specimen.create', '2026-11-22 11:33:07.188', '2026-11-22 11:33:07.188', NULL, NULL),
('113', 'api::specimen.specimen.update', '2026-11-22 11:33:07.19', '2026-11-22 11:33:07.19', NULL, NULL),
('114', 'api::specimen.specimen.delete', '2026-11-22 11:33:07.192', '2026-11-22 11:33:07.192', NULL, NULL),
('115', 'api::note.note.find', '2026-11-22 11:33:07.195', '2026-11-22 11:33:07.195', NULL, NULL),
('116', 'api::note.note.findOne', '2026-11-22 11:33:07.197', '2026-11-22 11:33:07.197', NULL, NULL),
('117', 'api::note.note.create', '2026-11-22 11:33:07.201', '2026-11-22 11:33:07.201', NULL, NULL),
('118', 'api::note.note.update', '2026-11-22 11:33:07.203', '2026-11-22 11:33:07.203', NULL, NULL),
('119', 'api::note.note.delete', '2026-11-22 11:33:07.208', '2026-11-22 11:33:07.208', NULL, NULL),
('120', 'api::memo.memo.find', '2026-11-22 11:33:07.213', '2026-11-22 11:33:07.213', NULL, NULL),
('121', 'api::memo.memo.findOne', '2026-11-22 11:33:07.217', '2026-11-22 11:33:07.217', NULL, NULL),
('122', 'api::memo.memo.create', '2026-11-22 11:33:07.22', '2026-11-22 11:33:07.22', NULL, NULL),
('123', 'api::memo.memo.update', '2026-11-22 11:33:07.223', '2026-11-22 11:33:07.223', NULL, NULL),
('124', 'api::memo.memo.delete', '2026-11-22 11:33:07.225', '2026-11-22 11:33:07.225', NULL, NULL),
('125', 'api::article.article.createLocalization', '2026-11-22 11:33:07.228', '2026-11-22 11:33:07.228', NULL, NULL),
('126', 'api::homepage.homepage.createLocalization', '2026-11-22 11:33:07.23', '2026-11-22 11:33:07.23', NULL, NULL),
('127', 'api::homepage.homepage.find', '2026-11-22 11:33:07.233', '2026-11-22 11:33:07.233', NULL, NULL),
('128', 'api::homepage.homepage.update', '2026-11-22 11:33:07.235', '2026-11-22 11:33:07.235', NULL, NULL),
('129', 'api::homepage.homepage.delete', '2026-11-22 11:33:07.238', '2026-11-22 11:33:07.238', NULL, NULL),
('130', 'api::setting.setting.find', '2026-11-22 11:33:07.24', '2026-11-22 11:33:07.24', NULL, NULL),
('131', 'api::setting.setting.update', '2026-11-22 11:33:07.243', '2026-11-22 11:33:07.243', NULL, NULL),
('132', 'api::setting.setting.delete', '2026-11-22 11:33:07.247', '2026-11-22 11:33:07.247', NULL, NULL),
('133', 'plugin::upload.content-api.find', '2026-11-22 11:33:07.252', '2026-11-22 11:33:07.252', NULL, NULL),
('134', 'plugin::upload.content-api.findOne', '2026-11-22 11:33:07.254', '2026-11-22 11:33:07.254', NULL, NULL),
('135', 'plugin::upload.content-api.upload', '2026-11-22 11:33:07.256', '2026-11-22 11:33:07.256', NULL, NULL),
('136', 'plugin::upload.content-api.destroy', '2026-11-22 11:33:07.258', '2026-11-22 11:33:07.258', NULL, NULL),
('137', 'plugin::i18n.locales.listLocales', '2026-11-22 11:33:07.26', '2026-11-22 11:33:07.26', NULL, NULL),
('138', 'plugin::users-permissions.user.me', '2026-11-22 11:33:07.262', '2026-11-22 11:33:07.262', NULL, NULL),
('139', 'plugin::users-permissions.user.find', '2026-11-22 11:33:07.265', '2026-11-22 11:33:07.265', NULL, NULL),
('140', 'plugin::users-permissions.user.findOne', '2026-11-22 11:33:07.267', '2026-11-22 11:33:07.267', NULL, NULL),
('141', 'plugin::users-permissions.user.count', '2026-11-22 11:33:07.269', '2026-11-22 11:33:07.269', NULL, NULL),
('142', 'plugin::users-permissions.user.create', '2026-11-22 11:33:07.272', '2026-11-22 11:33:07.272', NULL, NULL),
('143', 'plugin::users-permissions.user.update', '2026-11-22 11:33:07.274', '2026-11-22 11:33:07.274', NULL, NULL),
('144', 'plugin::users-permissions.user.destroy', '2026-11-22 11:33:07.276', '2026-11-22 11:33:07.276', NULL, NULL),
('145', 'plugin::users-permissions.role.find', '2026-11-22 11:33:07.278', '2026-11-22 11:33:07.278', NULL, NULL),
('146', 'plugin::users-permissions.role.findOne', '2026-11-22 11:33:07.28', '2026-11-22 11:33:07.28', NULL, NULL),
('147', 'plugin::users-permissions.role.createRole', '2026-11-22 11:33:07.282', '2026-11-22 11:33:07.282', NULL, NULL),
('148', 'plugin::users-permissions.role.updateRole', '2026-11-22 11:33:07.284', '2026-11-22 11:33:07.284', NULL, NULL),
('149', 'plugin::users-permissions.role.deleteRole', '2026-11-22 11:33:07.287', '2026-11-22 11:33:07.287', NULL, NULL),
('150', 'plugin::users-permissions.auth.changePassword', '2026-11-22 11:33:07.289', '2026-11-22 11:33:07.289', NULL, NULL),
('151', 'plugin::users-permissions.permissions.getPermissions', '2026-11-22 11:33:07.291', '2026-11-22 11:33:07.291', NULL, NULL);
INSERT INTO up_permissions_role_links (id, permission_id, role_id, permission_order) VALUES
('1', '1', '1', '1'),
('2', '2', '1', '1'),
('3', '3', '2', '1'),
('4', '4', '2', '1'),
('5', '5', '2', '1'),
('6', '6', '2', '1'),
('7', '7', '2', '1'),
('8', '8', '2', '1'),
('9', '9', '2', '1'),
('10', '10', '2', '2'),
('11', '11', '2', '3'),
('12', '12', '2', '4'),
('13', '13', '2', '5'),
('14', '14', '2', '6'),
('15', '15', '2', '7'),
('16', '16', '2', '8'),
('17', '17', '2', '9'),
('18', '18', '2', '10'),
('19', '19', '2', '11'),
('20', '20', '2', '12'),
('21', '21', '2', '13'),
('22', '22', '2', '14'),
('23', '23', '2', '15'),
('24', '24', '2', '16'),
('25', '25', '2', '17'),
('26', '26', '2', '18'),
('27', '27', '2', '19'),
('28', '28', '1', '2'),
('29', '29', '1', '3'),
('30', '30', '1', '4'),
('31', '31', '1', '5'),
('32', '32', '1', '6'),
('33', '33', '1', '7'),
('34', '34', '1', '8'),
('35', '35', '1', '9'),
('36', '36', '1', '10'),
('37', '37', '1', '11'),
('38', '38', '1', '12'),
('39', '39', '1', '13'),
('40', '40', '1', '14'),
('41', '41', '1', '15'),
('42', '42', '1', '16'),
('43', '43', '1', '17'),
('44', '44', '1', '18'),
('45', '45', '1', '19'),
('46', '46', '1', '20'),
('47', '47', '1', '21'),
('48', '48', '1', '22'),
('49', '49', '1', '23'),
('50', '50', '1', '24'),
('51', '51', '1', '25'),
('52', '52', '1', '26'),
('53', '53', '1', '27'),
('54', '54', '1', '28'),
('55', '55', '1', '29'),
('56', '56', '1', '30'),
('57', '57', '1', '31'),
('58', '58', '1', '32'),
('59', '59', '1', '33'),
('60', '60', '1', '34'),
('61', '61', '1', '35'),
('62', '62', '1', '36'),
('63', '63', '1', '37'),
('64', '64', '1', '38'),
('65', '65', '1', '39'),
('66', '66', '1', '40'),
('67', '67', '1', '41'),
('68', '68', '1', '42'),
('69', '69', '1', '43'),
('70', '70', '1', '44'),
('71', '71', '1', '45'),
('72', '72', '1', '46'),
('73', '73', '1', '47'),
('74', '74', '1', '48'),
('75', '75', '1', '49'),
('76', '76', '1', '50'),
('77', '77', '1', '51'),
('78', '78', '1', '52'),
('79', '79', '1', '53'),
('80', '80', '3', '1'),
('81', '81', '3', '2'),
('82', '82', '3', '3'),
('83', '83', '3', '4'),
('84', '84', '3', '5'),
('85', '85', '3', '6'),
('86', '86', '3', '7'),
('87', '87', '3', '8'),
('88', '88', '3', '9'),
('89', '89', '3', '10'),
('90', '90', '3', '11'),
('91', '91', '3', '12'),
('92', '92', '3', '13'),
('93', '93', '3', '14'),
('94', '94', '3', '15'),
('95', '95', '3', '16'),
('96', '96', '3', '17'),
('97', '97', '3', '18'),
('98', '98', '3', '19'),
('99', '99', '3', '20'),
('100', '100', '3', '21'),
('101', '101', '3', '22'),
('102', '102', '3', '23'),
('103', '103', '3', '24'),
('104', '104', '3', '25'),
('105', '105', '3', '26'),
('106', '106', '3', '27'),
('107', '107', '3', '28'),
('108', '108', '3', '29'),
('109', '109', '3', '30'),
('110', '110', '3', '31'),
('111', '111', '3', '32'),
('112', '112', '3', '33'),
('113', '113', '3', '34'),
('114', '114', '3', '35'),
('115', '115', '3', '36'),
('116', '116', '3', '37'),
('117', '117', '3', '38'),
('118', '118', '3', '39'),
('119', '119', '3', '40'),
('120', '120', '3', '41'),
('121', '121', '3', '42'),
('122', '122', '3', '43'),
('123', '123', '3', '44'),
('124', '124', '3', '45'),
('125', '125', '3', '46'),
('126', '126', '3', '47'),
('127', '127', '3', '48'),
('128', '128', '3', '49'),
('129', '129', '3', '50'),
('130', '130', '3', '51'),
('131', '131', '3', '52'),
('132', '132', '3', '53'),
('133', '133', '3', '54'),
('134', '134', '3', '55'),
('135', '135', '3', '56'),
('136', '136', '3', '57'),
('137', '137', '3', '58'),
('138', '138', '3', '59'),
('139', '139', '3', '60'),
('140', '140', '3', '61'),
('141', '141', '3', '62'),
('142', '142', '3', '63'),
('143', '143', '3', '64'),
('144', '144', '3', '65'),
('145', '145', '3', '66'),
('146', '146', '3', '67'),
('147', '147', '3', '68'),
('148', '148', '3', '69'),
('149', '149', '3', '70'),
('150', '150', '3', '71'),
('151', '151', '3', '72');
INSERT INTO up_roles (id, name, description, type, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'Authenticated', 'Default role given to authenticated user.', 'authenticated', '2026-11-22 11:33:06.11', '2026-11-22 11:33:06.11', NULL, NULL),
('2', 'Public', 'Default role given to unauthenticated user.', 'public', '2026-11-22 11:33:06.112', '2026-11-22 11:33:06.112', NULL, NULL),
('3', 'Editor', 'May do everything', 'editor', '2026-11-22 11:33:06.884', '2026-11-22 11:33:06.884', NULL, NULL);
INSERT INTO up_users (id, username, email, provider, password, reset_password_token, confirmation_token, confirmed, blocked, created_at, updated_at, created_by_id, updated_by_id) VALUES
('1', 'alice', 'alice@example.com', 'local', '$2a$10$vEtz4slK32u8nYgYkEkn3.ht5ej36UnIsIZiZEJ61XSY6N4rGYUHS', NULL, NULL, 't', 'f', '2026-11-22 11:33:07.37', '2026-11-22 11:33:07.37', NULL, NULL),
('2', 'bob', 'bob@example.com', 'local', '$2a$10$Aryy0MfiUh.3xZbULENs1u7GwjteUiLQoPC0.AY17qVr7m4a3H18O', NULL, NULL, 't', 't', '2026-11-22 11:33:07.438', '2026-11-22 11:33:07.438', NULL, NULL),
('3', 'carol', 'carol@example.com', 'local', '$2a$10$zeSfGxX8YCG14Grvy.VAq.vX5f5odTwNKgsS5akMhC0TBsuyFBTwy', NULL, NULL, 'f', 'f', '2026-11-22 11:33:07.504', '2026-11-22 11:33:07.504', NULL, NULL),
('4', 'erin', 'erin@example.com', 'local', '$2a$10$74Q/KLssZE8GPcCs4UReL.HmCr.E7Y9JKnvtqpl3.F5qYPWZVqszC', NULL, NULL, 't', 'f', '2026-11-22 11:33:07.569', '2026-11-22 11:33:07.569', NULL, NULL);
INSERT INTO up_users_role_links (id, user_id, role_id, user_order) VALUES
('1', '1', '1', '1'),
('2', '2', '1', '2'),
('3', '3', '1', '3'),
('4', '4', '3', '1');
