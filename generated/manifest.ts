// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { blogArticleDataDescriptor } from './descriptors/blog-article-data.js';
import { htmlContentDescriptor } from './descriptors/html-content.js';
import { imageDescriptor } from './descriptors/image.js';
import { navigationLinkDescriptor } from './descriptors/navigation-link.js';
import { nestedPageDataDescriptor } from './descriptors/nested-page-data.js';
import { titleDescriptor } from './descriptors/title.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [
    blogArticleDataDescriptor,
    htmlContentDescriptor,
    imageDescriptor,
    navigationLinkDescriptor,
    nestedPageDataDescriptor,
    titleDescriptor,
  ],
  forms: [
    {
      definition: {
        name: 'ExampleChildType',
        fields: [
          {
            name: 'name',
            type: 'text',
            label: 'Name of the child',
            constraints: [{ NotBlank: { message: 'Please enter the name of the child.' } }],
          },
        ],
      },
    },
    {
      definition: {
        name: 'ExampleFormType',
        'x-form-name': 'example_form',
        attr: { novalidate: 'novalidate' },
        fields: [
          {
            name: 'name',
            type: 'text',
            label: 'Your name',
            constraints: [{ NotBlank: { message: 'Please enter your name.' } }],
          },
          {
            name: 'plainPassword',
            type: 'repeated',
            entry_type: 'password',
            invalid_message: 'The passwords do not match.',
            first_options: { label: 'Password' },
            second_options: { label: 'Repeat the password' },
            constraints: [{ NotBlank: { message: 'Please choose a password.' } }],
          },
          {
            name: 'subject',
            type: 'choice',
            label: 'Subject',
            placeholder: 'Choose a subject',
            choices: { 'A question': 'question', Feedback: 'feedback', 'Too short to be accepted': 'x' },
            constraints: [
              { NotBlank: { message: 'Please choose a subject.' } },
              { Length: { min: 2, minMessage: 'Please choose another subject.' } },
            ],
          },
          {
            name: 'email',
            type: 'email',
            label: 'Your e-mail address',
            constraints: [
              { NotBlank: { message: 'Please enter your e-mail address.' } },
              { Email: { message: 'Please enter an e-mail address that exists.' } },
            ],
          },
          {
            name: 'message',
            type: 'textarea',
            label: 'Message',
            constraints: [{ NotBlank: { message: 'Please write a message.' } }],
          },
          {
            name: 'developer',
            type: 'choice',
            label: 'Are you a developer?',
            expanded: true,
            choices: { Yes: 'yes', No: 'no' },
            constraints: [{ NotBlank: { message: 'Please tell whether you are a developer.' } }],
          },
          {
            name: 'randomCheckbox',
            type: 'checkbox',
            label: 'I have read this',
            constraints: [{ IsTrue: { message: 'Please tick the box.' } }],
          },
          {
            name: 'interests',
            type: 'choice',
            label: 'Interests',
            multiple: true,
            expanded: true,
            choices: { Design: 'design', Programming: 'programming', Writing: 'writing' },
            constraints: [{ Count: { min: 1, minMessage: 'Please choose at least one interest.' } }],
          },
          {
            name: 'other_interests',
            type: 'choice',
            label: 'Other interests',
            multiple: true,
            choices: { Music: 'music', Sports: 'sports', Travel: 'travel' },
            constraints: [{ Count: { min: 1, minMessage: 'Please choose at least one other interest.' } }],
          },
          {
            name: 'children',
            type: 'collection',
            label: 'Children',
            entry_type: 'ExampleChildType',
            allow_add: true,
            allow_delete: true,
            error_bubbling: false,
            constraints: [{ Count: { min: 1, minMessage: 'Please add at least one child.' } }],
          },
          {
            name: 'text_children',
            type: 'collection',
            label: 'Texts',
            entry_type: 'text',
            allow_add: true,
            allow_delete: true,
            error_bubbling: false,
            entry_options: {
              constraints: [{ Length: { min: 2, minMessage: 'Please enter at least two characters.' } }],
            },
          },
          { name: 'submit', type: 'submit', label: 'Send' },
        ],
      },
    },
  ],
  messages: [
    'Please choose a route or enter a path.',
    'Please enter a label.',
    'Please enter a title.',
    'Please enter some content.',
  ],
};
