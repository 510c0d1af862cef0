import { useCombobox, useMultipleSelection, useSelect } from "downshift";
import { useState } from "react";
import { CITIES, COUNTRIES, DEGREES, fitting, LANGUAGES, later, show } from "./_form.jsx";

function Searched({ label, all, onChosen, fetched }) {
  const [items, setItems] = useState(fetched ? [] : all);
  const box = useCombobox({
    items,
    onInputValueChange: ({ inputValue }) => (fetched ? later(fitting(all, inputValue)).then(setItems) : setItems(fitting(all, inputValue))),
    onSelectedItemChange: ({ selectedItem }) => onChosen(selectedItem),
  });
  return (
    <div>
      <label {...box.getLabelProps()}>{label}</label>
      <input {...box.getInputProps()} />
      <ul {...box.getMenuProps()}>
        {box.isOpen && items.map((item, index) => <li key={item} {...box.getItemProps({ item, index })}>{item}</li>)}
      </ul>
    </div>
  );
}

function Chosen({ label, all, onChosen }) {
  const list = useSelect({ items: all, onSelectedItemChange: ({ selectedItem }) => onChosen(selectedItem) });
  return (
    <div>
      <label {...list.getLabelProps()}>{label}</label>
      <div {...list.getToggleButtonProps()}>{list.selectedItem ?? "Select one"}</div>
      <ul {...list.getMenuProps()}>
        {list.isOpen && all.map((item, index) => <li key={item} {...list.getItemProps({ item, index })}>{item}</li>)}
      </ul>
    </div>
  );
}

function Several({ label, all, onChosen }) {
  const [text, setText] = useState("");
  const several = useMultipleSelection({ onSelectedItemsChange: ({ selectedItems }) => onChosen(selectedItems) });
  const items = fitting(all, text).filter((each) => !several.selectedItems.includes(each));
  const box = useCombobox({
    items,
    inputValue: text,
    selectedItem: null,
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.ItemClick ? { ...changes, isOpen: true, inputValue: "" } : changes,
    onStateChange: ({ type, inputValue, selectedItem }) => {
      if (inputValue !== undefined) setText(inputValue);
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
      if (selectedItem && [InputKeyDownEnter, ItemClick].includes(type)) several.addSelectedItem(selectedItem);
    },
  });
  return (
    <div>
      <label {...box.getLabelProps()}>{label}</label>
      <div>
        {several.selectedItems.map((selectedItem, index) => (
          <span key={selectedItem} {...several.getSelectedItemProps({ selectedItem, index })}>{selectedItem}
            <span role="button" aria-label={`Remove ${selectedItem}`} onClick={() => several.removeSelectedItem(selectedItem)}>×</span>
          </span>
        ))}
        <input {...box.getInputProps(several.getDropdownProps())} />
      </div>
      <ul {...box.getMenuProps()}>
        {box.isOpen && items.map((item, index) => <li key={item} {...box.getItemProps({ item, index })}>{item}</li>)}
      </ul>
    </div>
  );
}

show(({ hold }) => (
  <>
    <Searched label="Country" all={COUNTRIES} onChosen={hold("country")} />
    <Searched label="City" all={CITIES} onChosen={hold("city")} fetched />
    <Chosen label="Highest degree" all={DEGREES} onChosen={hold("degree")} />
    <Several label="Languages" all={LANGUAGES} onChosen={hold("languages")} />
  </>
));
