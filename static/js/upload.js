// A file field with data-most tells at once that a file is too large, before it is sent.
for (const field of document.querySelectorAll("input[type=file][data-most]")) {
  field.addEventListener("change", () => {
    const [file] = field.files;
    const tooLarge = file && file.size > Number(field.dataset.most);
    field.setCustomValidity(tooLarge ? field.dataset.tooLarge : "");
    field.reportValidity();
  });
}
