// The entries of a list, in its own order.
(select, [most, longest]) =>
  Array.from(select.options)
    .slice(0, most)
    .map((option) => {
      const group = option.parentElement?.localName === "optgroup" ? option.parentElement : null;
      return {
        label: option.label.trim().slice(0, longest),
        group: group ? group.label.slice(0, longest) : "",
        disabled: option.disabled || Boolean(group?.disabled),
        selected: option.selected,
      };
    });
